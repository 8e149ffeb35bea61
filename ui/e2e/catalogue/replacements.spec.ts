// Replacements of obsolete handouts: chosen in the form, linked on the page; and duplicates, listed after a save.
import type { Page } from '@playwright/test'
import { addCitation } from '../support/citations'
import { expect, expectAccessible, signInOnly, test } from '../support/test'

test.beforeEach(({ page }) => signInOnly(page, 'education-admin'))

const url = (name: string) => `https://files.example.org/${name}-${Math.random().toString(36).slice(2)}.pdf`
const version = (name: string, ksbgNumber: string | null = null) => [
  { lang: 'English', ksbgNumber, pages: null, url: url(name) },
]
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const fits = async (page: Page) => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test(
  'an obsolete handout gets a replacement by keyboard; its page and its printed code lead there',
  { tag: ['@phone', '@only-phone'] },
  async ({ page }, info) => {
    const old = await addCitation(page, { title: `Turtle care ${info.project.name}`, languages: version('old') })
    const next = await addCitation(page, {
      title: `Tortoise care for ${info.project.name} families`,
      languages: version('new', `ZQ-${info.project.name}-77`),
    })
    await page.goto(`/citation/edit/${old.id}`)
    const field = page.getByRole('combobox', { name: 'Replaced by' })
    await expect(page.getByRole('checkbox', { name: 'Obsolete' })).toBeVisible()
    await expect(field).toBeHidden()
    await page.getByRole('checkbox', { name: 'Obsolete' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await page.keyboard.type(`zq-${info.project.name}-77`)
    await expect(page.getByRole('option', { name: next.title })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(next.title)
    await page.keyboard.press('Escape')
    await fits(page)
    await expectAccessible(page)
    await save(page)
    await page.getByRole('button', { name: 'Ok. Return to view.' }).click()
    const link = page.getByRole('main').getByRole('link', { name: next.title })
    await expect(link).toBeVisible()
    await expect(page.getByText(`Replaced by ${next.title}`)).toBeVisible()
    await fits(page)
    await expectAccessible(page)
    const printed = encodeURIComponent(old.languages[0]?.url ?? '')
    const led = await page.request.get(`/qrredirect?id=${old.id}&url=${printed}`, { maxRedirects: 0 })
    expect(led.headers().location).toBe(next.languages[0]?.url)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(next.title)
    await expect(page.getByText('Replaced by')).toBeHidden()
  },
)

test.describe('a refused replacement', () => {
  test.use({ expectedConsole: /422/ })

  test('a circle is explained beside the field, and is cleared', async ({ page }, info) => {
    const first = await addCitation(page, { title: `Newt care ${info.project.name}`, languages: version('first') })
    const second = await addCitation(page, {
      title: `Salamander care ${info.project.name}`,
      languages: version('second'),
      replacedBy: first.id,
    })
    await page.goto(`/citation/edit/${first.id}`)
    await page.getByLabel('Notes').fill('Still here')
    await page.getByRole('checkbox', { name: 'Obsolete' }).check()
    const field = page.getByRole('combobox', { name: 'Replaced by' })
    await field.fill(second.title)
    await page.getByRole('option', { name: second.title }).click()
    await save(page)
    await expect(field).toHaveAccessibleDescription(/in a circle/)
    await expect(page.getByLabel('Notes')).toHaveValue('Still here')
    await expect(field).toHaveValue(second.title)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear Replaced by' }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await save(page)
    await expect(page.getByText('Your citation has been updated.')).toBeVisible()
  })
})

test('after a save the form names handouts with the same item number, with links', async ({ page }, info) => {
  const number = `DUP ${info.project.name} 5`
  const other = await addCitation(page, { title: `Gecko care ${info.project.name}`, languages: version('g', number) })
  const mine = await addCitation(page, { title: `Lizard care ${info.project.name}`, languages: version('l') })
  await page.goto(`/citation/edit/${mine.id}`)
  await page.getByLabel(/Item Number \(row 1/).fill(number.toLowerCase().replaceAll(' ', ''))
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  await expect(dialog.getByRole('button', { name: 'Ok. Return to view.' })).toBeFocused()
  const link = dialog.getByRole('link', { name: `Another handout has the same item number: ${other.title}` })
  await expect(link).toBeVisible()
  await fits(page)
  await expectAccessible(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.title)
})
