// Signed-in staff: favorites, cart, the order form and its failure, My orders, export, profile, sign-out.
import type { APIRequestContext } from '@playwright/test'
import { findCitation, pageOf } from './support/catalogue'
import { dayAhead } from './support/orders'
import { startWithoutOrder } from './support/staff'
import { expect, expectAccessible, signIn, signInOnly, test } from './support/test'

/** A citation of the copy center with a version in Somali. */
const orderable = (request: APIRequestContext) =>
  findCitation(request, "(and where_to_obtain:'Copy Center' languages:'Somali')", ({ obsolete }) => !obsolete)

test('a favorite is stored, listed on the home view, and shown in another tab', {
  tag: ['@phone', '@only-phone'],
}, async ({ page, context, request }) => {
  const citation = await orderable(request)
  await signInOnly(page, 'visitor-nurse')
  await startWithoutOrder(page)
  await page.goto(pageOf(citation))
  const star = page.getByRole('button', { name: /^Favorite:/ })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  const other = await context.newPage()
  await other.goto('/')
  const favorites = other.getByRole('region', { name: 'Favorites' })
  await expect(favorites.getByRole('link', { name: citation.title })).toBeVisible()
  await expect(favorites.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: /^Favorite:/ }).click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test.describe('with a failing first attempt', () => {
  test.use({ expectedConsole: /ERR_FAILED|A call failed/ })

  test('an order is prepared, checked, sent once, and listed', { tag: ['@phone', '@only-phone'] }, async ({
    page,
    request,
  }) => {
    const citation = await orderable(request)
    await signIn(page, 'unit-clerk', '/order')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Education Materials')
    // Concurrent tests with this account may empty the list meanwhile.
    const remove = page.getByRole('button', { name: /^Remove / })
    while ((await remove.count()) > 0) await remove.first().click()
    await expect(page.getByText('No materials selected - Please add some materials to the order.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit Order' })).toBeDisabled()
    await expectAccessible(page)

    await page.goto(pageOf(citation))
    await page.getByRole('button', { name: /Add to Order.*Somali/ }).click()
    await expect(page.getByRole('link', { name: /In Order.*Somali/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Order (1)' })).toBeVisible()
    await page.getByRole('link', { name: 'Order (1)' }).click()

    const quantity = page.getByRole('spinbutton', { name: `Quantity of ${citation.title}, Somali` })
    await quantity.fill('0')
    await expect(page.getByText('From 1 to 10,000.')).toBeVisible()
    await quantity.fill('40')
    await expect(page.getByLabel('First Name')).toHaveValue('Uriel')
    await expect(page.getByLabel('Email')).toHaveValue('unit-clerk@example.org')
    // It may belong to an earlier order.
    await page.getByLabel('Phone Number').fill('')
    await page.getByLabel('Phone Number').blur()
    await expect(page.getByText('Phone Number is required.')).toBeVisible()
    await page.getByRole('button', { name: 'Submit Order' }).click()
    await expect(page.getByLabel('Phone Number')).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Phone Number').fill('555 0100')
    await page.getByLabel('Department').fill('Asthma Clinic')
    await page.getByLabel('Mail Stop').fill('MB 12')
    await page.getByLabel('Date Required').fill(dayAhead(60))
    await page.getByLabel('Cost Center').fill('1234')

    // The first attempt fails: all input stays, and the second one makes the order.
    await page.route('**/api/user/order', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Submit Order' }).click()
    await expect(page.getByText('Your order was not sent.')).toBeVisible()
    await expect(page.getByLabel('Cost Center')).toHaveValue('1234')
    await page.getByRole('button', { name: 'Submit Order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Success!' })
    await expect(dialog.getByText('Your order has been submitted.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Ok. Return to home.' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('link', { name: 'Order (0)' })).toBeVisible()

    await page.goto('/order')
    await page.getByRole('link', { name: 'My orders' }).click()
    await expect(page.getByText('40 × ').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Order again' }).first().click()
    await expect(page.getByRole('spinbutton')).toHaveValue('40')
    await page.getByRole('button', { name: /^Remove / }).click()
  })
})

test('the profile shows claims and the access token', async ({ page }) => {
  await signIn(page, 'visitor-nurse', '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My User Profile (ID Token Claims)')
  await expect(page.getByRole('row', { name: /email visitor-nurse@example.org/ })).toBeVisible()
  await expectAccessible(page)
})

test('all matches are exported as CSV', async ({ page }) => {
  await signIn(page, 'visitor-nurse', '/search?q=asthma')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to CSV' }).click()
  expect((await file).suggestedFilename()).toBe('search_export.csv')
})

test('a recent search is offered again', async ({ page }) => {
  await signIn(page, 'visitor-nurse', '/search?q=croup')
  await expect(page.getByRole('region', { name: 'Results' }).getByText(/Showing 1 to/)).toBeVisible()
  await page.goto('/')
  await page.getByRole('combobox').click()
  await expect(page.getByRole('option', { name: 'croup', exact: true })).toBeVisible()
})

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await signInOnly(page, 'visitor-nurse')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'Claims', exact: true })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('the sign-in returns to a protected page with its query', async ({ page }) => {
  await page.goto('/order?from=mail')
  await page.getByRole('button', { name: /unit-clerk/ }).click()
  await expect(page).toHaveURL(/\/order\?from=mail$/)
})
