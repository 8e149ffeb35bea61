// The record of a citation as of a date, and two of its versions side by side.
import type { APIRequestContext, Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import { findCitation, pageOf } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { expect, expectAccessible, isPhone, signIn, signInOnly, test } from '../support/test'

test.use({ expectedConsole: /Failed to load resource|A call failed/ })

/** The sample catalogue dates from January 2026. */
const then = '2026-02-01'
const added = 'This was added today.'

/** Saves a citation with other values. */
async function save(page: Page, { id }: Citation, fields: Partial<Citation>) {
  const present = (await (await page.request.get(`/api/citations/${id}`)).json()) as Citation
  const response = await page.request.put(`/api/citations/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { ...present, ...fields },
  })
  expect(response.status(), await response.text()).toBe(200)
}

/** An orderable handout of the sample, changed today. */
async function changedToday(page: Page, request: APIRequestContext) {
  const citation = await findCitation(
    request,
    '',
    ({ whereToObtain, obsolete, languages, abstract, reviewedBy }) =>
      whereToObtain === 'Copy Center' && !obsolete && languages.length > 1 && Boolean(abstract && reviewedBy),
  )
  await signIn(page, 'education-admin')
  if (!citation.abstract?.includes(added)) await save(page, citation, { abstract: `${citation.abstract} ${added}` })
  return citation
}

test('staff choose a day and see the record of it, which is read-only', { tag: ['@phone', '@only-phone'] }, async ({
  page,
  request,
}) => {
  const citation = await changedToday(page, request)
  await page.goto(pageOf(citation))
  await expect(page.getByText(added)).toBeVisible()
  await page.getByRole('button', { name: 'View as of a date…' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as of a date' })
  const day = dialog.getByLabel('Date')
  await expect(day).toBeFocused()
  const show = dialog.getByRole('button', { name: 'Show the record' })
  await show.click()
  await expect(dialog.getByText('Choose a date.')).toBeVisible()
  await expect(day).toBeFocused()
  await expectAccessible(page)
  await day.fill('2999-01-01')
  await day.press('Enter')
  await expect(dialog.getByText('Choose today or an earlier day.')).toBeVisible()
  await day.fill(then)
  await day.press('Enter')

  await expect(page).toHaveURL(`${pageOf(citation)}?asOf=${then}`)
  await expect(page.getByText('This is the record as of February 1, 2026.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: citation.title })).toBeFocused()
  await expect(page.getByText('Linked files are not part of the record')).toBeVisible()
  await expect(page.getByText(added)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Languages' })).toBeVisible()
  for (const name of [/^Order/, /favorite/i, /^Edit/, /QR Code/, /View as of a date/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(0)
  }
  await expect(page).toHaveTitle(`${citation.title} as of February 1, 2026`)
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('This is the record as of February 1, 2026.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show the current record' })).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Another date…' }).click()
  await expect(page.getByRole('dialog').getByLabel('Date')).toHaveValue(then)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Show the current record' }).click()
  await expect(page.getByText(added)).toBeVisible()
  await expect(page.getByRole('button', { name: 'View as of a date…' })).toBeVisible()
})

test('a day without a record is explained in plain words', async ({ page, request }) => {
  const citation = await changedToday(page, request)
  for (const [day, words] of [
    ['2025-12-31', /^There is no record of December 31, 2025: this citation came into the catalogue later, on January/],
    ['2999-01-01', 'January 1, 2999 is in the future.'],
    ['soon', 'The date in the URL is not valid.'],
    ['', 'The date in the URL is not valid.'],
  ] as const) {
    await page.goto(`${pageOf(citation)}?asOf=${day}`)
    await expect(page.getByRole('heading', { level: 1, name: 'No record for this date' })).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Another date…' }).click()
  await page.getByRole('dialog').getByLabel('Date').fill(then)
  await page.getByRole('button', { name: 'Show the record' }).click()
  await expect(page.getByText('This is the record as of February 1, 2026.')).toBeVisible()
})

test('a visitor is asked to sign in, and comes back to the record', async ({ page, request }) => {
  const citation = await findCitation(request, '')
  await page.goto(pageOf(citation))
  await expect(page.getByRole('heading', { level: 1, name: citation.title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'View as of a date…' })).toHaveCount(0)
  await page.goto(`${pageOf(citation)}?asOf=${then}`)
  await page.getByRole('button', { name: /nurse/i }).click()
  await expect(page).toHaveURL(`${pageOf(citation)}?asOf=${then}`)
  await expect(page.getByText('This is the record as of February 1, 2026.')).toBeVisible()
})

test('two versions stand side by side, with the changed words marked', { tag: '@phone' }, async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const citation = await addCitation(page, {
    title: `Compared ${Date.now()}`,
    abstract: 'Give one dose of the medicine every day. Call us when the fever stays.',
    tags: ['winter', 'home'],
  })
  await save(page, citation, { abstract: 'Give two doses of the medicine every day. Call us when the fever stays.' })
  await save(page, citation, { tags: ['home', 'school'], notes: 'Doses checked.' })
  await page.goto(`/citation/edit/${citation.id}`)
  const history = page.getByRole('region', { name: 'History' })
  const open = history.getByRole('button', { name: 'Compare versions' })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(open).toHaveAttribute('aria-expanded', 'true')
  const compare = history.getByRole('region', { name: 'Compare versions' })
  const table = compare.getByRole('table', { name: 'Version 2 compared with Version 3 (current)' })
  await expect(compare.getByRole('status')).toHaveText('2 fields differ.')
  await expect(table.getByRole('rowheader')).toHaveText(['Tags', 'Notes'])
  await expect(table.locator('del')).toHaveText(['removed: winter'])
  await expect(table.locator('ins')).toHaveText(['added: school', 'added: Doses checked.'])

  const first = compare.getByRole('combobox', { name: 'First version' })
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(first).toHaveValue('1')
  const all = compare.getByRole('table', { name: 'Version 1 compared with Version 3 (current)' })
  await expect(all.getByRole('rowheader')).toHaveText(['Tags', 'Abstract', 'Notes'])
  await expect(all.locator('del')).toHaveText(['removed: winter', 'removed: one dose'])
  const [old, now] = [all.locator('del').last(), all.locator('ins').nth(1)]
  await expect(now).toHaveText('added: two doses')
  const places = [await old.boundingBox(), await now.boundingBox()]
  if (isPhone(page)) expect(places[1]?.y).toBeGreaterThan((places[0]?.y ?? 0) + 10)
  else expect(places[1]?.x).toBeGreaterThan((places[0]?.x ?? 0) + 100)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await expectAccessible(page)
  // What follows does not depend on the size.
  if (isPhone(page)) return

  await compare.getByRole('combobox', { name: 'Second version' }).selectOption('1')
  await expect(compare.getByText('Choose two different versions.')).toBeVisible()
  await compare.getByRole('combobox', { name: 'Second version' }).selectOption('2')
  await expect(compare.getByRole('status')).toHaveText('1 field differs.')
  await compare.getByRole('checkbox', { name: 'Show all fields' }).press('Space')
  await expect(compare.getByRole('rowheader')).toHaveCount(30)
  await expectAccessible(page)
})
