// The search page: box, suggestions, results, filters, paging, the address, and failing calls.
import type { Page } from '@playwright/test'
import { searchFor } from '../support/catalogue'
import { emptyFirstPage } from '../support/pages'
import { expect, expectAccessible, isPhone, test } from '../support/test'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search handouts' })
const rows = (page: Page) =>
  page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const header = (page: Page) => page.getByText(/^Showing \d/).first()

async function search(page: Page, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
}

/** Opens the filters: a panel, or a sheet on a phone. */
async function openFilters(page: Page) {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Filtering Options' })
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filtering Options' })
}

async function closeFilters(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: /^Show .*results?$/ }).click()
}

test('the home view offers the search box, links and help', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Patient and Family Education Database')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(box(page)).toHaveAttribute('placeholder', /^Search by keyword, title, or .* item number\.\.\.$/)
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login?return=%2F')
  await expectAccessible(page)
})

test('a search shows its results and updates the address', async ({ page, request }) => {
  const { hits } = await searchFor(request, { q: 'asthma' })
  await page.goto('/')
  await search(page, 'asthma')
  const shown = Math.min(10, hits.found)
  await expect(header(page)).toHaveText(`Showing 1 to ${shown} of ${hits.found} results for "asthma"`)
  await expect(rows(page)).toHaveCount(shown)
  await expect(page).toHaveURL('/search?q=asthma&page=1&obsolete=false')
  await expect(page).toHaveTitle('asthma | Patient Education')
  await expect(page.locator('mark').first()).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expectAccessible(page)
})

test('the Search button does nothing on an empty box', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('suggestions come while typing and are picked with the keyboard', async ({ page }) => {
  await page.goto('/')
  await box(page).pressSequentially('asth')
  const list = page.getByRole('listbox')
  await expect(list.getByRole('group', { name: 'Suggestions' })).toBeVisible()
  const options = list.getByRole('option')
  expect(await options.count()).toBeLessThanOrEqual(10)
  await expectAccessible(page)
  await box(page).press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await box(page).press('ArrowUp')
  await expect(list.locator('[aria-selected="true"]')).toHaveCount(0)
  // Packets are above the suggestions.
  const suggestion = list.getByRole('group', { name: 'Suggestions' }).getByRole('option').first()
  const picked = (await suggestion.textContent()) ?? ''
  const above = (await options.allTextContents()).indexOf(picked)
  for (let n = 0; n <= above; n++) await box(page).press('ArrowDown')
  await expect(suggestion).toHaveAttribute('aria-selected', 'true')
  const request = page.waitForRequest((sent) => sent.url().includes('/api/search?'))
  await box(page).press('Enter')
  expect((await request).url()).toContain('no_boost=true')
  await expect(box(page)).toHaveValue(picked)
  await expect(list).toBeHidden()
})

test('Escape closes the suggestions and leaves the box', async ({ page }) => {
  await page.goto('/')
  await box(page).pressSequentially('asth')
  await expect(page.getByRole('listbox')).toBeVisible()
  await box(page).press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(box(page)).not.toBeFocused()
})

test('typing is one call after a pause, not one per letter', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (sent) => sent.url().includes('/suggestions') && calls.push(sent.url()))
  await page.goto('/')
  await box(page).pressSequentially('asthma', { delay: 20 })
  await expect(page.getByRole('listbox')).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('filters narrow the results, show as chips, and are in the address', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const all = await searchFor(request, { q: 'asthma' })
  const bucket = all.facets.languages?.buckets.find(({ value }) => value === 'Spanish')
  expect(bucket).toBeDefined()
  await page.goto('/search?q=asthma')
  await expect(header(page)).toBeVisible()
  const panel = await openFilters(page)
  await expect(panel.getByRole('checkbox', { name: 'Show obsolete' })).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('checkbox', { name: `Spanish (${bucket?.count})` }).check()
  await closeFilters(page)
  await expect(header(page)).toContainText(`of ${bucket?.count} results`)
  const encoded = new URL(page.url()).searchParams.get('filters') ?? ''
  expect(atob(encoded)).toBe('[{"languages":"Spanish"}]')
  if (isPhone(page)) await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter Languages: Spanish' })).toBeVisible()
  await expectAccessible(page)

  const copied = page.url()
  await page.goto('/')
  await page.goto(copied)
  await expect(header(page)).toContainText(`of ${bucket?.count} results`)

  await page.getByRole('button', { name: 'Clear All' }).click()
  await expect(header(page)).toContainText(`of ${all.hits.found} results`)
  await page.goBack()
  await expect(header(page)).toContainText(`of ${bucket?.count} results`)
  await page.goForward()
  await expect(header(page)).toContainText(`of ${all.hits.found} results`)
})

test('obsolete materials are shown on request', async ({ page, request }) => {
  const { hits } = await searchFor(request, { q: 'child', obsolete: 'true' })
  await page.goto('/search?q=child')
  await expect(header(page)).toBeVisible()
  const panel = await openFilters(page)
  await panel.getByRole('checkbox', { name: 'Show obsolete' }).check()
  await closeFilters(page)
  await expect(header(page)).toContainText(`of ${hits.found} results`)
  await expect(page).toHaveURL(/obsolete=true/)
})

test('a big group shows its most frequent values first, then all, and can be searched', {
  tag: ['@phone', '@only-phone'],
}, async ({ page, request }) => {
  const { facets } = await searchFor(request, { q: 'child' })
  const keywords = facets.keywords?.buckets ?? []
  expect(keywords.length).toBeGreaterThan(16)
  await page.goto('/search?q=child')
  await expect(header(page)).toBeVisible()
  const panel = await openFilters(page)
  await panel.getByRole('button', { name: 'Keywords' }).click()
  const group = panel.getByRole('group', { name: 'Keywords' })
  await expect(group.getByRole('checkbox')).toHaveCount(8)
  await group.getByRole('button', { name: 'Show more of Keywords' }).click()
  await expect(group.getByRole('checkbox')).toHaveCount(keywords.length)
  const rarest = keywords.reduce((least, bucket) => (bucket.count < least.count ? bucket : least))
  await group.getByRole('searchbox').fill(rarest.value)
  await expect(group.getByRole('checkbox', { name: `${rarest.value} (${rarest.count})`, exact: true })).toBeVisible()
})

test('pages: five links on wide screens, two on narrow ones', { tag: '@phone' }, async ({ page, request }) => {
  const { hits } = await searchFor(request, { q: 'child' })
  const pages = Math.ceil(hits.found / 10)
  expect(pages).toBeGreaterThan(2)
  await page.goto('/search?q=child')
  const paging = page.getByRole('navigation', { name: 'Pages of results' })
  await expect(paging.getByRole('link', { name: /^Page \d/ })).toHaveCount(isPhone(page) ? 2 : Math.min(5, pages))
  await paging.getByRole('link', { name: 'Next page' }).click()
  await expect(header(page)).toContainText('Showing 11 to ')
  await expect(page).toHaveURL(/page=2/)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(paging.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(header(page)).toContainText('Showing 1 to ')
})

test('a search without results explains what to do', async ({ page }) => {
  await page.goto('/search?q=qqqqxxyzzy')
  await expect(page.getByText('No matching search results for "qqqqxxyzzy"').first()).toBeVisible()
  await expect(page.getByText('Try again using more general search terms')).toBeVisible()
  await expectAccessible(page)
})

test('clearing the box goes back to the home view and keeps the focus', async ({ page }) => {
  await page.goto('/search?q=asthma')
  await expect(header(page)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/')
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toBeFocused()
})

test('ten skeleton rows are shown while a search is running', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await emptyFirstPage(page)
  await page.route('**/api/search?**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/search?q=asthma')
  await expect(page.getByTestId('result-skeleton')).toHaveCount(10)
  await expectAccessible(page)
  release()
  await expect(header(page)).toBeVisible()
  await expect(page.getByTestId('result-skeleton')).toHaveCount(0)
})

test.describe('when the server cannot be reached', () => {
  test.use({ expectedConsole: /Failed to load resource|A call failed/ })

  test('the page shows the failure in place, and retries', async ({ page }) => {
    await emptyFirstPage(page)
    await page.route('**/api/search?**', (route) => route.abort())
    await page.goto('/search?q=asthma')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The server could not be reached', { timeout: 15_000 })
    await expectAccessible(page)
    await page.unroute('**/api/search?**')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(header(page)).toBeVisible()
  })
})
