// The notice above the results of a search that may come from someone in danger.
import type { Page } from '@playwright/test'
import { emptyFirstPage } from '../support/pages'
import { expect, expectAccessible, signInOnly, test } from '../support/test'

const notice = (page: Page) => page.getByRole('region', { name: /^You are not alone/ })

test('telephone lines are above the results, with links to call and text', async ({ page }) => {
  await page.goto('/search?q=suicide')
  const call = notice(page).getByRole('link', { name: 'Call 988' })
  await expect(call).toHaveAttribute('href', 'tel:988')
  const text = notice(page).getByRole('link', { name: 'Text HOME to 741741' })
  await expect(text).toHaveAttribute('href', 'sms:741741?&body=HOME')
  await expect(notice(page)).toContainText('Emergency: police, fire, ambulance')
  for (const link of [call, text]) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByRole('listitem').first()).toBeVisible()
  const [above, below] = [await notice(page).boundingBox(), await results.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  expect(await call.evaluate((link) => link.getBoundingClientRect().bottom < innerHeight)).toBe(true)
  await expect(page.getByRole('status').filter({ hasText: 'You are not alone' })).toContainText('Call 988')
  expect(await page.evaluate(() => document.activeElement?.closest('section') === null)).toBe(true)
  await expectAccessible(page)
})

test('the links are reached by the keyboard before the filters', async ({ page }) => {
  await page.goto('/search?q=suicide')
  await expect(notice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Search', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(notice(page).getByRole('link', { name: 'Call 988' })).toBeFocused()
})

test.describe(() => {
  test.use({ locale: 'es-US', colorScheme: 'dark' })

  test('a dark page in Spanish has the notice in Spanish, even without results, on all pages and with filters', async ({
    page,
  }) => {
    const filters = encodeURIComponent(Buffer.from('[{"audience":"Nobody"}]').toString('base64'))
    for (const more of ['', '&page=3', `&filters=${filters}`]) {
      await page.goto(`/search?q=quiero%20morir${more}`)
      const region = page.getByRole('region', { name: /^No tiene que pasar por esto a solas/ })
      await expect(region.getByRole('link', { name: 'Llamar al 988' })).toHaveAttribute('href', 'tel:988')
      await expect(region).toContainText('Emergencias: policía, bomberos, ambulancia')
    }
    await expectAccessible(page)
  })
})

test('such a search is not among the recent ones, and one without danger has no notice', async ({ page, isMobile }) => {
  await signInOnly(page, isMobile ? 'unit-clerk' : 'visitor-nurse')
  for (const q of ['I want to die', 'fever']) {
    await page.goto(`/search?q=${encodeURIComponent(q)}`)
    await expect(page.getByRole('region', { name: 'Results' }).getByText(/^Showing \d+ to|^No matching/)).toBeVisible()
  }
  await expect(notice(page)).toHaveCount(0)
  await page.goto('/')
  await page.getByRole('combobox').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'fever' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'I want to die' })).toHaveCount(0)
})

test.describe(() => {
  test.use({ expectedConsole: /503/ })

  test('the page waits for a catalogue that is being prepared, and shows the results by itself', async ({ page }) => {
    const preparing = {
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'The catalogue is being prepared. It will be searchable in a moment.',
      preparing: true,
    }
    let isPrepared = false
    await emptyFirstPage(page)
    await page.route(/\/api\/(search|languages)/, (route) =>
      isPrepared ? route.continue() : route.fulfill({ status: 503, json: preparing, headers: { 'retry-after': '2' } }),
    )
    await page.goto('/search?q=asthma')
    const results = page.getByRole('region', { name: 'Results' })
    await expect(results.getByText(preparing.detail)).toBeVisible()
    await expectAccessible(page)
    isPrepared = true
    await expect(results.getByText(/results for "asthma"/)).toBeVisible()
  })
})

test('without a result the page offers subjects, languages and whom to ask', async ({ page }) => {
  await page.goto('/search?q=qqxxyyzz')
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('Try again using more general search terms')).toBeVisible()
  await expect(results.getByRole('region', { name: 'Browse by subject' }).getByRole('link').first()).toBeVisible()
  await expect(results.getByRole('region', { name: 'Browse by language' }).getByRole('link').first()).toBeVisible()
  await expect(results.getByText(/^For help, contact/)).toBeVisible()
  await expect(page.getByRole('button', { name: /obsolete handouts/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('a query of which little was understood is explained', async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent('zorgle blimfen quaxter snorkelfish fever')}`)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('Not all of your words were found. These may be related.')).toBeVisible()
  await expect(results.getByRole('region', { name: 'Browse by language' })).toBeVisible()
  await expectAccessible(page)
})

test('the line above the results names a corrected text as it was searched', async ({ page }) => {
  await page.goto('/search?q=athsma')
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('Nothing found for "athsma". Showing results for "asthma".')).toBeVisible()
  await expect(results.getByText(/^Showing 1 to \d+ of \d+ results for "asthma"$/)).toBeVisible()
})
