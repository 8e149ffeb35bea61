// Reviews: overdue citations are reviewed in the list, where they stay; several at once; a new reviewer.
import type { Page } from '@playwright/test'
import { pageOf } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { expect, expectAccessible, isPhone, signInOnly, test } from '../support/test'

test.use({ expectedConsole: /412|Failed to load resource|A call failed/ })

const longAgo = '2015-06-30T00:00:00.000Z'
let made = 0

/** Adds overdue citations with a unique reviewer, and opens the list of them. */
async function overdue(page: Page, count: number) {
  await signInOnly(page, 'education-admin')
  const reviewer = `Reviewer ${Date.now()}${made++}`
  const citations = []
  for (let n = 1; n <= count; n++) {
    const deptReviewDate = longAgo.replace('2015', String(2014 + n))
    citations.push(await addCitation(page, { title: `${reviewer} sheet ${n}`, reviewedBy: reviewer, deptReviewDate }))
  }
  await page.goto(`/review?reviewer=${encodeURIComponent(reviewer)}`)
  await expect(page.getByText(count === 1 ? '1 handout' : `${count} handouts`, { exact: true })).toBeVisible()
  return { reviewer, citations, titles: citations.map(({ title }) => title) }
}

const rowOf = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })

const reviewDay = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/citations/${id}`)).json()).deptReviewDate as string

test('an overdue citation is reviewed in its row, stays and can be undone', { tag: '@phone' }, async ({ page }) => {
  const { citations, titles } = await overdue(page, 3)
  const [first = '', second = ''] = titles
  const id = citations[0]?.id ?? ''
  const names = await page
    .getByRole('checkbox', { name: /^Select Reviewer/ })
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')))
  expect(names, 'the most overdue comes first').toEqual(titles.map((title) => `Select ${title}`))
  const row = rowOf(page, first)
  await expect(row).toContainText('6/30/2015')
  await expect(row).toContainText(/\d+ years overdue/)
  await expect(row.getByRole('link', { name: /^English file of/ })).toHaveAttribute(
    'href',
    'https://files.example.org/english.pdf',
  )
  await expectAccessible(page)

  await row.getByRole('button', { name: `Reviewed: ${first}`, exact: true }).click()
  await expect(row).toContainText('Reviewed today')
  await expect(row.getByRole('button', { name: `Undo the review of ${first}` })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('row').nth(isPhone(page) ? 0 : 1)).toContainText(first)
  expect(await reviewDay(page, id)).not.toBe(longAgo)
  await expectAccessible(page)
  await row.getByRole('button', { name: `Undo the review of ${first}` }).click()
  await expect(row.getByRole('button', { name: `Reviewed: ${first}`, exact: true })).toBeVisible()
  expect(await reviewDay(page, id)).toBe(longAgo)
  // What follows does not depend on the size.
  if (isPhone(page)) return

  // After the undo it can be reviewed again, this time with a note that the history shows.
  await row.getByRole('button', { name: `Reviewed, with a note: ${first}` }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Doses checked with pharmacy.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(row).toContainText('Reviewed today')
  await rowOf(page, second)
    .getByRole('button', { name: `Reviewed: ${second}`, exact: true })
    .click()
  await expect(page.getByText('3 handouts, 2 of them reviewed while the list was open')).toBeVisible()
  await page.getByRole('button', { name: 'Reload the list' }).click()
  await expect(page.getByText('1 handout', { exact: true })).toBeVisible()
  await expect(rowOf(page, first)).toHaveCount(0)
  await page.getByRole('link', { name: /^Up to date \(2\)$/ }).click()
  await expect(page).toHaveURL(/state=current/)
  await expect(rowOf(page, first)).toBeVisible()
  await page.goto(`/citation/edit/${id}`)
  await expect(page.getByText('Doses checked with pharmacy.')).toBeVisible()
})

test('no column lies under the buttons at any width', async ({ page }) => {
  const { titles } = await overdue(page, 1)
  const due = rowOf(page, titles[0] ?? '').getByText(/years overdue/)
  for (const width of [1280, 1024, 980, 768, 640, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await due.scrollIntoViewIfNeeded()
    const isOnTop = await due.evaluate((element) => {
      const [line] = element.getClientRects()
      if (!line) return false
      return element.contains(document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2))
    })
    expect(isOnTop, `at ${width}`).toBe(true)
  }
})

test('several are selected and reviewed at once; one that somebody has changed is skipped and listed', async ({
  page,
}) => {
  const { citations, titles } = await overdue(page, 4)
  const [first = '', , , last = ''] = titles
  await page.getByRole('checkbox', { name: `Select ${first}` }).click()
  await page.getByRole('checkbox', { name: `Select ${last}` }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await expectAccessible(page)
  const changed = citations[1]
  const edit = await page.request.put(`/api/citations/${changed?.id}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { ...changed, notes: 'Edited meanwhile' },
  })
  expect(edit.status()).toBe(200)
  await page.getByRole('button', { name: 'Mark as reviewed…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(page.getByText('1 handout skipped.')).toBeVisible()
  const outcome = page.getByRole('alert')
  await expect(outcome).toContainText(`${changed?.title}: Somebody has changed it since.`)
  await expect(outcome).toContainText('3 handouts marked as reviewed today.')
  await expect(page.getByText('Reviewed today', { exact: true })).toHaveCount(3)
  await expectAccessible(page)
  // Each can be undone separately.
  await page.getByRole('button', { name: `Undo the review of ${first}` }).click()
  await expect(page.getByText('Reviewed today', { exact: true })).toHaveCount(2)
  expect(await reviewDay(page, citations[0]?.id ?? '')).toBe(longAgo)
})

test('several get another reviewer', async ({ page }) => {
  const { reviewer, titles } = await overdue(page, 2)
  for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).click()
  await page.getByRole('button', { name: 'Set reviewer…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set reviewer' }).click()
  await expect(dialog.getByText('Reviewer is required.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Reviewer' }).fill(`New ${reviewer}`)
  await page.getByRole('option', { name: `Create "New ${reviewer}"` }).click()
  await dialog.getByRole('button', { name: 'Set reviewer' }).click()
  await expect(page.getByText(`2 handouts: the reviewer is now New ${reviewer}.`)).toBeVisible()
  await expect(page.getByText(/Nothing is overdue here\./)).toBeVisible()
  await page.getByRole('combobox', { name: 'Reviewer' }).selectOption(`New ${reviewer}`)
  await expect(page.getByText('2 handouts', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/reviewer=New/)
})

test('a review of a citation that somebody else has changed shows the conflict in its row', async ({ page }) => {
  const { citations, titles } = await overdue(page, 1)
  const [title = ''] = titles
  await page.request.put(`/api/citations/${citations[0]?.id}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { ...citations[0], notes: 'Edited meanwhile' },
  })
  await page.getByRole('button', { name: `Reviewed: ${title}`, exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Not saved. Somebody else has changed this citation')
  await expect(rowOf(page, title)).not.toContainText('Reviewed today')
  expect(await reviewDay(page, citations[0]?.id ?? '')).toBe(longAgo)
  // It succeeds with the current version.
  await page.getByRole('button', { name: 'Reload the list' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: `Reviewed: ${title}`, exact: true }).click()
  await expect(rowOf(page, title)).toContainText('Reviewed today')
})

test('the menu counts overdue reviews; families see the date of the review, and no warning', async ({ page }) => {
  const { citations } = await overdue(page, 1)
  const { counts } = await (await page.request.get('/api/system/reviews')).json()
  const citation = citations[0]
  if (!citation) throw new Error('no citation')
  await page.goto(pageOf(citation))
  await expect(page.getByText('Reviewed June 2015')).toBeVisible()
  await expect(page.getByText(/overdue/i)).toHaveCount(0)
  const menu = page.getByRole('button', { name: 'Admin Tools' })
  await menu.click()
  const entry = page.getByRole('menuitem', { name: /^Review \(/ })
  // Concurrent tests also add and review citations.
  await expect(entry).toHaveText(/^Review \([\d,]+ overdue\)$/)
  expect(counts.overdue).toBeGreaterThan(0)
  await entry.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review')
})

test('a cycle of its own makes a citation due earlier', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const title = `Own cycle ${Date.now()}`
  const yesterday = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  const citation = await addCitation(page, { title, deptReviewDate: `${yesterday}T00:00:00.000Z` })
  await page.goto(`/citation/edit/${citation.id}`)
  const cycle = page.getByRole('textbox', { name: 'Review Cycle in Months' })
  await cycle.fill('x')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Review Cycle in Months: a whole number from 1 to 1,200.').first()).toBeVisible()
  await cycle.fill('1')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(async () => (await (await page.request.get(`/api/citations/${citation.id}`)).json()).reviewCycleMonths)
    .toBe(1)
  await page.goto(`/review?reviewer=${encodeURIComponent('Mara Lindqvist')}`)
  await expect(rowOf(page, title)).toContainText(/overdue/)
})

test('a review and its undo by keyboard keep the place', async ({ page }) => {
  const { titles } = await overdue(page, 2)
  const [first = '', second = ''] = titles
  await page.getByRole('checkbox', { name: `Select ${first}` }).focus()
  // Title, file, then the review button.
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Reviewed: ${first}`, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: `Undo the review of ${first}` })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Reviewed: ${first}`, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: `Select ${second}` })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
})

test('a list that cannot be loaded says so and can be tried again', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  await page.route('**/api/system/reviews?**', (route) => route.fulfill({ status: 500, json: { status: 500 } }))
  await page.goto('/review?state=never&department=Nowhere')
  await expect(page.getByText('The list could not be loaded.')).toBeVisible()
  await page.unroute('**/api/system/reviews?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/Choose another view, or change the filters\./)).toBeVisible()
})
