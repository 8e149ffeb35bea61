// Translation requests, the screen of requested translations, and the tags of languages.
import { pageOf } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { startWithoutOrder } from '../support/staff'
import { expect, expectAccessible, signInOnly, test } from '../support/test'

test('a request is sent once, counted, and closed by an administrator', { tag: ['@phone', '@only-phone'] }, async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const title = `Bathing a baby ${Date.now()}`
  const citation = await addCitation(page, { title })
  await page.request.post('/api/user/session', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { favorites: [], order: [], language: 'so' },
  })
  await page.goto(pageOf(citation))
  const ask = page.getByRole('button', { name: 'Request a translation' })
  const send = async (note: string) => {
    await ask.click()
    await page.getByRole('textbox', { name: /^Note/ }).fill(note)
    await page.getByRole('button', { name: 'Send request' }).click()
  }
  // The focus returns to the button, and stays on its replacement.
  for (const giveUp of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await ask.click()
    await expect(page.getByRole('textbox', { name: /^Note/ })).toBeFocused()
    await giveUp()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(ask).toBeFocused()
  }
  await send('For our class in May')
  await expect(page.getByText('Your request was sent.')).toBeVisible()
  const close = page.getByRole('button', { name: 'Close', exact: true }).first()
  await expect(close).toBeFocused()
  await expectAccessible(page)
  await close.click()
  await expect(page.getByText('Requested. Thank you.')).toBeFocused()
  await page.reload()
  await send('')
  await expect(page.getByText('You have already requested this.')).toBeVisible()
  await page.goto('/translations?lang=so')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Requests', 'Missing and outdated'])
  const gaps = page.getByRole('region', { name: 'Missing and outdated' })
  const gap = gaps.getByRole('row', { name: new RegExp(title) }).first()
  await expect(gap).toContainText('Missing')
  // Requested once, never searched for: a dash on screen, a zero for screen readers.
  await expect(gap.locator('[data-label="Requests"]')).toHaveText('1')
  await expect(gap.locator('[data-label="Searches"]')).toHaveText('–0')
  const counts = await (await page.request.get('/api/system/translations?lang=so')).json()
  await expect(
    page.getByText(`${counts.counts.missing} missing, ${counts.counts.outdated} outdated. Most wanted first.`),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Close the request for ${title}, Somali` }).click()
  await expect(page.getByRole('button', { name: `Close the request for ${title}, Somali` })).toHaveCount(0)
  await page.getByLabel('State of the request').selectOption('Closed')
  await expect(page.getByText(/^Closed \d/).first()).toBeVisible()
  await startWithoutOrder(page)
})

test('a request that cannot be sent keeps the note and says what to do', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await addCitation(page, { title: `Bathing ${Date.now()}` })
  await page.request.post('/api/user/session', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { favorites: [], order: [], language: 'so' },
  })
  await page.goto(pageOf(citation))
  await page.getByRole('button', { name: 'Request a translation' }).click()
  await page.getByRole('textbox', { name: /^Note/ }).fill('For our class')
  await page.route('**/api/user/translation-requests', (route) => route.abort())
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('alert')).toContainText('Your request was not sent.')
  await expect(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('For our class')
  await page.unroute('**/api/user/translation-requests')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Your request was sent.')).toBeVisible()
  await startWithoutOrder(page)
})

test('an administrator corrects the tag of a language; a wrong one is refused in place', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const value = `Village talk ${Date.now()}`
  await addCitation(page, {
    title: `In ${value}`,
    languages: [{ lang: value, ksbgNumber: null, pages: null, url: 'https://files.example.org/v.pdf' }],
  })
  await page.goto('/manage_lookups')
  await page.getByLabel('Category').selectOption('Languages')
  await page.getByLabel('Filter').fill(value)
  const row = page.getByRole('row', { name: new RegExp(value) })
  await expect(row).toContainText('Unknown tag')
  await row.getByRole('button', { name: `Edit the tag of ${value}` }).click()
  await page.getByLabel(/^Language tag/).fill('zz-nothing-real-12345')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(/^Not saved\./)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^Language tag/).fill('QUC')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toContainText('quc')
})
test.use({ expectedConsole: /422|ERR_FAILED/ })
