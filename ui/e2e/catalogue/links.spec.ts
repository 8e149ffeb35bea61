// Links of handouts: the list by state, an immediate check with its result in the row, and the mark beside the
// language.
import type { Page } from '@playwright/test'
import { addCitation } from '../support/citations'
import { expectFit } from '../support/layout'
import { expect, expectAccessible, signIn, signInOnly, test } from '../support/test'

let made = 0

/** Adds a citation with this URL in a department of its own, and opens the list of that department. */
async function open(page: Page, url: string) {
  await signInOnly(page, 'education-admin')
  const name = `Ward ${Date.now()}${made++}`
  const title = `${name} discharge`
  const languages = [{ lang: 'English', ksbgNumber: null, pages: null, url }]
  const citation = await addCitation(page, { title, languages, deptSubmittedBy: { name } })
  await page.goto(`/links?state=all&department=${encodeURIComponent(name)}`)
  await expect(page.getByText('1 link', { exact: true })).toBeVisible()
  return { citation, title, row: page.getByRole('row', { name: new RegExp(title) }) }
}

test('a link is checked now, its row shows the result, and the views count it', {
  tag: ['@phone', '@only-phone'],
}, async ({ page, files }) => {
  files.put('/fever.pdf', 'one')
  const { row, title } = await open(page, files.url('/fever.pdf'))
  await expect(page.getByText('Links are not checked at night.')).toBeVisible()
  await expect(row).toContainText('Not checked')
  await expect(row).toContainText('Never')
  await expect(page.getByRole('link', { name: 'Not checked (1)' })).toBeVisible()
  await expectAccessible(page)

  await row.getByRole('button', { name: `Check now: ${title}, English` }).click()
  await expect(row).toContainText('Works')
  await expect(row).toContainText('Checked just now.')
  await expect(page.getByRole('link', { name: 'Works (1)' })).toBeVisible()

  files.put('/fever.pdf', 'another')
  await row.getByRole('button', { name: /^Check now/ }).click()
  await expect(row).toContainText('File changed')
  await expectAccessible(page)

  files.put('/fever.pdf', 'Moved house', 'text/html')
  await row.getByRole('button', { name: /^Check now/ }).click()
  await expect(row).toContainText('Page instead of file')
  await page.getByRole('link', { name: 'Broken (1)' }).click()
  await expect(page).toHaveURL(/\/links\?department=/)
  await expect(row).toContainText('The server returns a page instead of the file.')

  // Once fixed, it keeps its place until the list is reloaded.
  files.put('/fever.pdf', 'another')
  await row.getByRole('button', { name: /^Check now/ }).click()
  await expect(row).toContainText('File changed')
  await page.getByRole('button', { name: 'Reload the list' }).click()
  await expect(page.getByText(/^No broken links here\./)).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
})

test('after one night a link is not yet gone, and the list leads to the form', async ({ page, files }) => {
  const { row, title } = await open(page, files.url('/nothing.pdf'))
  await row.getByRole('button', { name: /^Check now/ }).focus()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Not found at the last check. It counts as broken after three nights in a row.')
  await expect(page.getByRole('link', { name: 'Broken (0)' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('links.csv')
  await row.getByRole('link', { name: `Edit ${title}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/citation\/edit\//)
})

test.describe('without an answer', () => {
  test.use({ expectedConsole: /Failed to load resource|A call failed/ })

  test('a list that cannot be loaded offers to try again', async ({ page }) => {
    await signIn(page, 'education-admin')
    await page.route('**/api/system/links?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Admin Tools' }).click()
    await page.getByRole('menuitem', { name: 'Broken links' }).click()
    await expect(page.getByText('The list could not be loaded.')).toBeVisible()
    await page.unroute('**/api/system/links?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
    await expect(page.getByText('The list could not be loaded.')).toHaveCount(0)
  })
})

test('staff see beside the language that a link is broken; visitors don’t', async ({
  page,
  files,
  browser,
  server,
}) => {
  files.put('/scar.pdf', 'Not here', 'text/html')
  const { citation, row } = await open(page, files.url('/scar.pdf'))
  await row.getByRole('button', { name: /^Check now/ }).click()
  await expect(row).toContainText('Page instead of file')
  const staff = await (await browser.newContext({ baseURL: server, viewport: page.viewportSize() })).newPage()
  await signIn(staff, 'visitor-nurse', `/citation/${citation.id}`)
  const cell = staff.getByRole('rowheader', { name: /English/ })
  await expect(cell).toContainText('Broken link: a page instead of the file')
  await expectAccessible(staff)
  await staff.context().close()

  const visitor = await (await browser.newContext({ baseURL: server })).newPage()
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitor.goto(`/citation/${citation.id}`)
  await expect(visitor.getByRole('rowheader', { name: /English/ })).toBeVisible()
  await visitor.waitForLoadState('networkidle')
  await expect(visitor.getByText('Broken link')).toHaveCount(0)
  expect(asked.filter((path) => path.endsWith('/links') || /LinkMark/.test(path))).toEqual([])
  await visitor.context().close()
})
