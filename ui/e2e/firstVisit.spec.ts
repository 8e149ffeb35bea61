// The first visit: a home page without layout shift, complete recent searches, and the size of the scripts.
import { searchFor } from './support/catalogue'
import { layoutShift, recordLayoutShifts } from './support/layout'
import { expect, signIn, test } from './support/test'

test.use({ firstVisit: true })

test("the home page has no layout shift on a browser's first signed-in visit", { tag: '@phone' }, async ({
  page,
  browser,
  request,
  baseURL,
  isMobile,
}) => {
  const { hits } = await searchFor(request, { q: 'child' })
  await signIn(page, 'education-admin')
  await page.request.post('/api/user/session', {
    headers: { origin: baseURL ?? '' },
    data: {
      favorites: hits.hit.slice(0, 6).map(({ id, fields }) => ({ id: id.split(':')[1], title: fields.title[0] })),
      order: [],
    },
  })
  const context = await browser.newContext({
    baseURL,
    // The narrowest phone still in use.
    viewport: isMobile ? { width: 360, height: 740 } : page.viewportSize(),
  })
  const first = await context.newPage()
  await recordLayoutShifts(first)
  // A slow connection, so that the responses arrive one by one.
  await first.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await signIn(first, 'education-admin')
  await expect(first.getByRole('region', { name: 'Favorites' }).getByRole('listitem').getByRole('link')).toHaveCount(5)
  await expect(first.getByRole('button', { name: 'Admin Tools' })).toBeVisible()
  expect(await layoutShift(first)).toBeLessThan(0.02)
  await context.close()
})

test('a search made just before a reload is among the recent ones', async ({ page }) => {
  await signIn(page, 'visitor-nurse')
  // The person is known before the search is answered, as after a reload.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/search?**', async (route) => {
    await held
    await route.continue()
  })
  const text = `croup ${Date.now() % 100_000}`
  const known = page.waitForResponse('**/api/user')
  await page.goto(`/search?q=${encodeURIComponent(text)}`)
  await known
  release()
  await expect(page.getByText(/No matching search results|Showing 1 to/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('combobox').click()
  await expect(page.getByRole('option').first()).toHaveText(text)
})

test('the scripts that the home page loads stay small', async ({ page }) => {
  // Files fetched a second later, when the page is idle, are not part of the first load.
  await page.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window)
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms < 1_000 ? setTimer(run, ms) : 0) })
  })
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Browse by language' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(scripts)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(0)
  // Compressed sizes: the file that every page loads, and the lists of the home page.
  expect(total, `scripts of ${sizes.join(', ')} bytes`).toBeLessThanOrEqual(97_000)
})
