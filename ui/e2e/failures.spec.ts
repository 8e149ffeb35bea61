// Failing servers: every screen explains the failure, keeps its content, and offers what to do.
import type { Page } from '@playwright/test'
import { findCitation } from './support/catalogue'
import { loseSignIn } from './support/staff'
import { expect, expectAccessible, isPhone, signIn, signInOnly, test } from './support/test'

test.use({ expectedConsole: /A call failed|401|500|503|412|ERR_FAILED|could not be saved/ })

/** Makes calls of a URL fail until `restore` is called. */
async function failing(page: Page, address: string, status: number | 'lost') {
  await page.route(address, (route) =>
    status === 'lost'
      ? route.abort()
      : route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ title: 'Internal Server Error', status, detail: 'Something failed.' }),
        }),
  )
  return () => page.unroute(address)
}

const noJargon = async (page: Page) =>
  expect(page.locator('main')).not.toContainText(/Internal Server Error|Bad Request|\bfq\b|undefined/)

test('an administrator stays when the person cannot be loaded at first', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const restore = await failing(page, '**/api/user', 500)
  await page.goto('/import_export')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded')
  await expect(page).toHaveURL(/\/import_export$/)
  await noJargon(page)
  await expectAccessible(page)
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import and export')
})

test('a cart that cannot be loaded is not shown as empty', async ({ page }) => {
  await signIn(page, 'unit-clerk')
  await page.evaluate(() => localStorage.clear())
  const restore = await failing(page, '**/api/user', 'lost')
  await page.goto('/order')
  await expect(page.getByText('Your order list could not be loaded.')).toBeVisible()
  await expect(page.getByText('No materials selected')).toBeHidden()
  await expectAccessible(page)
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your order list could not be loaded.')).toBeHidden()
})

test('a configuration that cannot be loaded shows an error, and is retried automatically', async ({ page }) => {
  await signInOnly(page, 'unit-clerk')
  const restore = await failing(page, '**/api/config', 503)
  await page.goto('/order')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading...')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded')
  await expectAccessible(page)
  await restore()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Education Materials')
})

test('a citation form that cannot be loaded says so, and offers to try again', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const { id } = await findCitation(page.request, '')
  const restore = await failing(page, `**/api/citations/${id}`, 500)
  await page.goto(`/citation/edit/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading...')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The handout could not be loaded')
  await noJargon(page)
  await expectAccessible(page)
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Notes')).toBeVisible()
  await expect(page).toHaveTitle(/^Editing — ./)
})

test('a failed save is shown in view, and keeps the input', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const { id } = await findCitation(page.request, '')
  await page.goto(`/citation/edit/${id}`)
  await page.getByLabel('Notes').fill('Still here')
  await failing(page, `**/api/citations/${id}`, 'lost')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your changes were not saved.')).toBeInViewport()
  await expect(page.getByLabel('Notes')).toHaveValue('Still here')
  await expectAccessible(page)
})

test('in a conflict nothing is lost while the newest version cannot be loaded', async ({ page, browser }) => {
  test.slow()
  const { id } = await findCitation(page.request, '', ({ title }) => (title.length % 2 === 1) === isPhone(page))
  const address = `/citation/edit/${id}`
  await signIn(page, 'education-admin', address)
  await page.getByLabel('Printing Specs').fill('Mine')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await signIn(other, 'education-admin', address)
  await other.getByLabel('Notes').fill('Theirs')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByText('Your citation has been updated.')).toBeVisible()
  await context.close()

  await page.route(`**/api/citations/${id}`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = page.getByRole('alertdialog')
  await expect(conflict.getByText("The other person's changes could not be loaded.")).toBeVisible()
  await expect(conflict.getByRole('button', { name: 'Discard my changes' })).toBeHidden()
  await expectAccessible(page)
  await page.unroute(`**/api/citations/${id}`)
  await conflict.getByRole('button', { name: 'Try again' }).click()
  await expect(conflict.getByRole('listitem')).toHaveText('Notes')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Printing Specs')).toHaveValue('Mine')
  await expect(page.getByLabel('Notes')).toHaveValue('Theirs')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your citation has been updated.')).toBeVisible()
})

test('an import that was not started keeps its preview', async ({ page }) => {
  await signIn(page, 'education-admin', '/import_export')
  await page.getByLabel('Excel, OpenDocument, CSV or JSON Lines file').setInputFiles({
    name: 'new.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(`{"title":"Imported ${Date.now()}"}\n`),
  })
  await page.getByRole('link', { name: 'Continue to the preview' }).click()
  await expect(page.getByText('1 new, 0 changed, 0 unchanged, 0 bad.')).toBeVisible()
  const restore = await failing(page, '**/api/system/imports/*/run', 500)
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('The import was not started.')).toBeVisible()
  await noJargon(page)
  await expectAccessible(page)
  await restore()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('1 handout was added or changed.')).toBeVisible()
})

test('earlier orders and a profile that cannot be loaded offer to try again', async ({ page }) => {
  await signInOnly(page, 'unit-clerk')
  for (const [address, path, words, after] of [
    ['**/api/user/orders', '/my_orders', 'Your orders could not be loaded.', /^Order \d\d-|not sent an order/],
    ['**/api/user/profile', '/profile', 'Your profile could not be loaded.', /Claims/],
  ] as const) {
    const restore = await failing(page, address, 500)
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
    await noJargon(page)
    await expectAccessible(page)
    await restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('main').getByText(after).first()).toBeVisible()
  }
})

test('a failed refresh is one quiet line that changes nothing, and disappears when the sign-in expires', async ({
  page,
}) => {
  await signIn(page, 'unit-clerk', '/my_orders')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('My orders')
  const restore = await failing(page, '**/api/user', 500)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const line = page.getByRole('status').filter({ hasText: 'Could not refresh.' })
  await expect(line).toBeVisible({ timeout: 30_000 })
  const [above, below] = [await line.boundingBox(), await heading.boundingBox()]
  expect((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThanOrEqual(12)
  await expectAccessible(page)
  await line.getByRole('button', { name: 'Dismiss' }).click()
  await restore()
  await loseSignIn(page)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible({ timeout: 30_000 })
  await expect(line).toBeHidden()
})
