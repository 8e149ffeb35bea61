// Something else than the catalogue answers its calls, such as the sign-in page of a proxy: what was typed is kept.
import type { Page, Route } from '@playwright/test'
import { addCitation } from './support/citations'
import { fillOrder, gatherOrder, startWithoutOrder } from './support/staff'
import { expect, expectAccessible, signIn, signInOnly, test } from './support/test'

test.use({ expectedConsole: /A call failed|401|404|Failed to load|dynamically imported|A screen failed/ })

const login = '<!doctype html><title>Sign in</title><h1>Hospital network</h1>'
const foreign: Record<string, (route: Route) => Promise<void>> = {
  'a redirect to another host': (route) =>
    route.fulfill({ status: 302, headers: { location: 'https://sign-in.example.org/' } }),
  'a login page with 200': (route) => route.fulfill({ contentType: 'text/html', body: login }),
  'a login page with 401': (route) => route.fulfill({ status: 401, contentType: 'text/html', body: login }),
  'an empty 200': (route) => route.fulfill({ status: 200, body: '' }),
  'an empty 204': (route) => route.fulfill({ status: 204 }),
}
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: "Your network's own sign-in may have ended" })

for (const [name, answer] of Object.entries(foreign)) {
  test(`an order is kept and sent again after ${name}`, async ({ page }) => {
    await signIn(page, 'unit-clerk')
    await startWithoutOrder(page)
    await gatherOrder(page)
    await fillOrder(page)
    await page.route('**/api/user/order', answer)
    await page.getByRole('button', { name: 'Submit Order' }).click()
    await expect(notice(page)).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Success!' })).toBeHidden()
    await expect(page.getByLabel('Mail Stop')).toHaveValue('MB 12')
    await expect(page.getByRole('link', { name: 'Open in a new tab to sign in' })).toHaveAttribute('target', '_blank')
    await page.unroute('**/api/user/order')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
    await expect(notice(page)).toBeHidden()
  })
}

test('a citation is kept and saved again after a login page @phone', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const { id } = await addCitation(page, { title: `Kept ${Date.now()}` })
  await page.goto(`/citation/edit/${id}`)
  await page.getByLabel('Notes').fill('Typed before the network signed out')
  const address = `**/api/citations/${id}`
  await page.route(address, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ contentType: 'text/html', body: login }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(notice(page)).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue('Typed before the network signed out')
  await expectAccessible(page)
  await page.unroute(address)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Ok. Return to view.' }).click()
  await expect(page).toHaveURL(/\/citation\/kept-/)
})

test('a script of an earlier version is named, and one press loads the new version', async ({ page }) => {
  await signInOnly(page, 'education-admin')
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.route('**/assets/OverviewPage*', (route) => route.fulfill({ status: 404 }))
  await page.evaluate(() => {
    history.pushState({}, '', '/overview')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('alert')).toContainText('There is a new version of the catalogue')
  await page.unroute('**/assets/OverviewPage*')
  await page.getByRole('button', { name: 'Load the new version' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This page could not be loaded')
})
