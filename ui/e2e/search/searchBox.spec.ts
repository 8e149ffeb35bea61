// The search box always matches the address; invalid and failed searches are explained.
import type { Page } from '@playwright/test'
import { emptyFirstPage } from '../support/pages'
import { expect, expectAccessible, test } from '../support/test'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search handouts' })
const count = (page: Page) => page.getByRole('region', { name: 'Results' }).getByText(/^(Showing|There are only) /)

async function search(page: Page, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
  await expect(count(page)).toContainText(`"${text}"`)
}

test('the box follows the address: Back, Forward, home, and text that was not searched for', async ({ page }) => {
  await page.goto('/')
  await search(page, 'asthma')
  await search(page, 'fever')
  await page.goBack()
  await expect(count(page)).toContainText('"asthma"')
  await expect(box(page)).toHaveValue('asthma')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(box(page)).toHaveValue('')
  await page.goForward()
  await page.goForward()
  await expect(box(page)).toHaveValue('fever')
  await box(page).fill('fever and more')
  await page.goBack()
  await expect(box(page)).toHaveValue('asthma')
  await box(page).fill('asthma and more')
  await page.getByRole('link', { name: 'Patient and Family Education Database' }).click()
  await expect(page).toHaveURL('/')
  await expect(box(page)).toHaveValue('')
  await box(page).fill('typed at home')
  await box(page).press('Escape')
  await page.getByRole('link', { name: 'Patient and Family Education Database' }).click()
  await expect(box(page)).toHaveValue('')
})

test('clearing an empty home view makes no entry in the history', async ({ page }) => {
  await page.goto('/search?q=asthma')
  await expect(count(page)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await box(page).fill('x')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.goBack()
  await expect(page).toHaveURL('/search?q=asthma')
})

test('right-to-left text does not overlap the clear button', { tag: '@phone' }, async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent('الربو')}`)
  const box = page.getByRole('combobox', { name: 'Search handouts' })
  await expect(box).toHaveValue('الربو')
  const cross = (await page.getByRole('button', { name: 'Clear search' }).boundingBox()) ?? { x: 0 }
  const edge = await box.evaluate((input) => {
    const { right } = input.getBoundingClientRect()
    const { paddingRight, direction } = getComputedStyle(input)
    return { end: right - Number.parseFloat(paddingRight), direction }
  })
  expect(edge.direction).toBe('rtl')
  expect(edge.end).toBeLessThanOrEqual(cross.x)
})

test('the status line is silent once the search is cleared', async ({ page }) => {
  await page.goto('/?q=asthma')
  await expect(page.getByRole('status').filter({ hasText: 'Showing 1 to' })).toBeAttached()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveCount(0)
})

test.describe('a text that is too long', () => {
  // The browser reports the page as refused by the server.
  test.use({ expectedConsole: /status of 400/ })

  test('stays in the box, is reported, and not sent', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (sent) => sent.url().includes('/api/search') && calls.push(sent.url()))
    await page.goto('/')
    await box(page).fill('a'.repeat(600))
    await expect(page.getByRole('alert')).toContainText('600 of at most 500 characters')
    await box(page).press('Enter')
    await expect(page).toHaveURL('/')
    await expect(box(page)).toHaveValue('a'.repeat(600))
    await expect(box(page)).toHaveAccessibleDescription(/too long/)
    await expectAccessible(page)
    await box(page).fill('asthma')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goto(`/search?q=${'b'.repeat(501)}`)
    await expect(page.getByRole('alert')).toContainText('501 of at most 500')
    await expectAccessible(page)
    expect(calls.filter((url) => /a{200}|b{200}/.test(url))).toEqual([])
  })
})

test('a page beyond the end leads back', async ({ page }) => {
  await page.goto('/search?q=child&page=900')
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('There are no more results.')).toBeVisible()
  await expectAccessible(page)
  await results.getByRole('link', { name: /^Show the last page/ }).click()
  await expect(count(page)).toContainText('Showing')
  await expect(count(page)).toBeFocused()
  await page.goBack()
  await results.getByRole('link', { name: 'Show the first page' }).click()
  await expect(count(page)).toContainText('Showing 1 to 10')
})

test.describe('when a search fails', () => {
  test.use({ expectedConsole: /Failed to load resource|A call failed/ })

  test('searching for the same text again sends it again', async ({ page }) => {
    let failing = true
    await emptyFirstPage(page)
    await page.route('**/api/search?**', (route) =>
      failing ? route.fulfill({ status: 400, json: { title: 'Bad Request', detail: 'fq: no.' } }) : route.continue(),
    )
    await page.goto('/search?q=asthma')
    await expect(page.getByRole('alert')).toContainText('The server could not answer this search.')
    await expectAccessible(page)
    failing = false
    await box(page).focus()
    await box(page).press('Enter')
    await expect(count(page)).toContainText('Showing 1 to')
  })

  test('an old filter in the address is named, with a link to continue', async ({ page }) => {
    await page.goto(`/search?q=asthma&filters=${encodeURIComponent(btoa('[{"folder_of_old":"x"}]'))}`)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('One of the filters is no longer valid.')
    await expect(page.getByRole('main')).not.toContainText(/fq|Bad Request/)
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Search without filters' }).click()
    await expect(count(page)).toContainText('Showing 1 to')
    await expect(count(page)).toBeFocused()
  })

  test('the messages of a failing server are shown, and the focus stays in reading order', async ({ page }) => {
    let failing = true
    await emptyFirstPage(page)
    await page.route('**/api/search?**', (route) =>
      failing ? route.fulfill({ status: 500, json: { title: 'Internal Server Error' } }) : route.continue(),
    )
    await page.goto('/search?q=asthma')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The server could not answer this search.')
    await expect(page.getByRole('main')).not.toContainText('Internal Server Error')
    failing = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(count(page)).toBeFocused()
    await expect(count(page)).toContainText('Showing 1 to')
  })
})

test('counts over 999 have their comma in the filters', async ({ page }) => {
  await emptyFirstPage(page)
  await page.route('**/api/search?**', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.facets.languages = { buckets: [{ value: 'English', count: 12_345 }] }
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/search?q=asthma')
  await expect(count(page)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'English (12,345)' })).toBeVisible()
})
