// The start page of administration: its numbers match the linked lists; the list of duplicates.
import type { Page } from '@playwright/test'
import { addCitation } from '../support/citations'
import { expect, expectAccessible, signInOnly, test } from '../support/test'

let made = 0
const unique = () => `${Date.now()}${made++}`

/** A language version with a unique file. */
const ownFile = () => [
  { lang: 'English', ksbgNumber: null, pages: null, url: `https://files.example.org/${unique()}.pdf` },
]

const row = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) })

/** The number of a row; 0 for 'None'. */
async function numberOf(page: Page, label: string) {
  const words = (await row(page, label).innerText()).split('\n').map((line) => line.trim())
  const shown = words.find((word) => word === 'None' || /^[\d,]+$/.test(word)) ?? ''
  return shown === 'None' ? 0 : Number(shown.replaceAll(',', ''))
}

async function openOverview(page: Page) {
  await page.goto('/overview')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(row(page, 'Open orders')).toContainText(/None|\d/)
}

test('it is the first entry of Admin Tools, is read by keyboard, and its numbers are those of the lists', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const title = `Twin ${unique()}`
  const long = '2015-06-30T00:00:00.000Z'
  await addCitation(page, { title, deptReviewDate: long, languages: ownFile() })
  await addCitation(page, { title: title.toUpperCase(), deptReviewDate: long, languages: ownFile() })
  await page.goto('/')
  await page.getByRole('button', { name: 'Admin Tools' }).click()
  await expect(page.getByRole('menuitem').first()).toHaveText('Overview')
  await page.getByRole('menuitem', { name: 'Overview' }).press('Enter')
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  await expect(row(page, 'Overdue reviews')).toContainText(/\d/)
  await expectAccessible(page)

  const answer = await page.request.get('/api/system/reviews?state=overdue')
  expect(await numberOf(page, 'Overdue reviews')).toBe((await answer.json()).found)
  await page.keyboard.press('Tab')
  await expect(row(page, 'Overdue reviews')).toBeFocused()
  const overdue = await numberOf(page, 'Overdue reviews')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${overdue.toLocaleString('en-US')} handouts`, { exact: true })).toBeVisible()

  await openOverview(page)
  const duplicates = await numberOf(page, 'Duplicates')
  await row(page, 'Duplicates').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Duplicates' })).toBeVisible()
  await expect(
    page.getByText(duplicates === 1 ? '1 group' : `${duplicates.toLocaleString('en-US')} groups`),
  ).toBeVisible()

  await openOverview(page)
  const missing = await row(page, 'Missing in').innerText()
  await row(page, 'Missing in').click()
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveValue('missing')
  const count = missing.split('\n').find((line) => /^[\d,]+$/.test(line.trim())) ?? '0'
  await expect(page.getByText(new RegExp(`^${count.trim()} missing, `))).toBeVisible()

  await openOverview(page)
  const late = await numberOf(page, 'Late orders')
  await row(page, 'Late orders').click()
  await expect(page).toHaveURL(/\/orders\?late=true/)
  const lateList = await (await page.request.get('/api/orders?late=true')).json()
  expect(lateList.found).toBe(late)

  await openOverview(page)
  const incomplete = await numberOf(page, 'Incomplete handouts')
  const searched = page.waitForResponse((response) => response.url().includes('/api/search?'))
  await row(page, 'Incomplete handouts').click()
  await expect(page).toHaveURL(/\/search\?filters=/)
  expect((await (await searched).json()).hits.found).toBe(incomplete)
})

test('it is the first page only of administrators who sign in from the home page', async ({ page }) => {
  const signInAs = async (account: string) => {
    await page.getByRole('link', { name: 'Sign In' }).click()
    await page.getByRole('button', { name: new RegExp(account) }).click()
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  }
  const signOut = async () => {
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  }
  await page.goto('/')
  await signInAs('education-admin')
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  // Afterwards the home page is shown as usual.
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Find handouts' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Admin Tools' })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  await signOut()
  await page.goto('/search?q=asthma')
  await signInAs('education-admin')
  await expect(page).toHaveURL(/\/search\?q=asthma/)
  await signOut()
  await page.goto('/')
  await signInAs('visitor-nurse')
  await expect(page.getByRole('heading', { name: 'Find handouts' })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('duplicates are shown in groups that lead to their citations', { tag: ['@phone', '@only-phone'] }, async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  // Their title is sorted first.
  const title = `! Aardvark ${unique()}`
  const one = await addCitation(page, { title, languages: ownFile() })
  const two = await addCitation(page, { title: `${title} `, languages: ownFile() })
  await page.goto('/duplicates')
  const group = page.getByRole('listitem').filter({ has: page.getByRole('definition').filter({ hasText: title }) })
  await expect(group.getByText('Same title')).toBeVisible()
  await expect(group.getByRole('link', { name: title, exact: true })).toHaveCount(2)
  await expectAccessible(page)
  // One stays in use and replaces the other, until that is undone.
  await group.getByRole('button', { name: `Keep this one: ${title} (${one.readableIds[0]?.id})` }).click()
  const dialog = page.getByRole('dialog', { name: `Keep "${title}"?` })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep this one' }).click()
  await expect(group.getByText('1 handout now obsolete, replaced by the one you kept.')).toBeVisible()
  const stateOf = async () => {
    const { obsolete, replacedBy } = await (await page.request.get(`/api/citations/${two.id}`)).json()
    return { obsolete, replacedBy: replacedBy ?? null }
  }
  expect(await stateOf()).toEqual({ obsolete: true, replacedBy: one.id })
  await expectAccessible(page)
  await group.getByRole('button', { name: 'Undo' }).click()
  await expect(group.getByText('Undone: 1 handout restored.')).toBeVisible()
  expect(await stateOf()).toEqual({ obsolete: false, replacedBy: null })
  await group.getByRole('link', { name: `Edit ${title} (${one.readableIds[0]?.id})` }).click()
  await expect(page).toHaveURL(new RegExp(`/citation/edit/${one.id}$`))
})

test('a failed load is shown and can be retried; other people cannot open the overview', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  await page.route('**/api/system/overview*', (route) => route.fulfill({ status: 503 }))
  await page.goto('/overview')
  await expect(page.getByText('The numbers could not be loaded.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/system/overview*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Open orders')).toContainText(/None|\d/)
  await signInOnly(page, 'unit-clerk')
  await page.goto('/overview')
  await expect(page).not.toHaveURL(/overview/)
})

test.use({ expectedConsole: /503|Failed to load resource|A call failed/ })
