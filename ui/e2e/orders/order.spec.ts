// The order form: quantities, sending once, a lost response, the dialog.
import type { Page } from '@playwright/test'
import { fillOrder, gatherOrder, startWithoutOrder } from '../support/staff'
import { expect, expectAccessible, signInOnly, test } from '../support/test'

test.use({ expectedConsole: /ERR_FAILED|A call failed|422/ })

test.beforeEach(async ({ page }) => {
  await signInOnly(page, 'unit-clerk')
  await startWithoutOrder(page)
})

const ordersOf = async (page: Page): Promise<{ id: string }[]> => (await page.request.get('/api/user/orders')).json()

test('a wrong quantity is named and focused, and Enter in it sends nothing', async ({ page }) => {
  await gatherOrder(page)
  await fillOrder(page)
  const before = (await ordersOf(page)).length
  const quantity = page.getByRole('spinbutton')
  await quantity.fill('0')
  await expect(page.getByText('From 1 to 10,000.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(quantity).toBeFocused()
  await expect(page.getByText('A quantity has to be corrected. Your order was not sent.')).toBeAttached()
  await expectAccessible(page)
  await quantity.fill('12')
  await quantity.press('Enter')
  await expect(quantity).toHaveValue('12')
  expect(await ordersOf(page)).toHaveLength(before)
})

test('removing lines moves the focus to the next one, and to the heading in the end', async ({ page }) => {
  await gatherOrder(page, ['English', 'Somali'])
  const remove = page.getByRole('button', { name: /^Remove / })
  await remove.first().click()
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()
  await remove.click()
  await expect(page.getByRole('heading', { name: 'Materials', exact: true })).toBeFocused()
})

test('an order is sent once, even if its page is reloaded', async ({ page }) => {
  await gatherOrder(page)
  await fillOrder(page)
  const before = (await ordersOf(page)).length
  await page.getByRole('button', { name: 'Submit Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  await expect(dialog.getByRole('button', { name: 'Ok. Return to home.' })).toBeFocused()
  // Cart and draft are deleted already; the dialog stays.
  await expect(page.locator('a[href="/order"]').first()).toHaveText('Order (0)')
  await page.reload()
  await expect(page.getByText('No materials selected - Please add some materials to the order.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Order' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Special Instructions' })).toHaveValue('')
  await expect(page.getByLabel('First Name')).toHaveValue('Uriel')
  // Details that stay the same are copied from the last order.
  await expect(page.getByText(/those of your last order \(\d\d-\d{6}\)/)).toBeVisible()
  await expect(page.getByLabel('Phone Number')).toHaveValue('555 0100')
  await expect(page.getByLabel('Cost Center')).toHaveValue('1234')
  expect(await ordersOf(page)).toHaveLength(before + 1)
})

/** Sends an order whose response is lost; returns how many orders there were before. */
async function sendWithoutAnswer(page: Page) {
  await gatherOrder(page)
  await fillOrder(page)
  const before = (await ordersOf(page)).length
  await page.route(
    '**/api/user/order',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(page.getByText('Your order was not sent.')).toBeVisible()
  return before
}

test('when the response is lost, sending again after a reload makes one order', async ({ page }) => {
  const before = await sendWithoutAnswer(page)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Cost Center')).toHaveValue('1234')
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  expect(await ordersOf(page)).toHaveLength(before + 1)
})

test('a form that was changed after its order was received shows this, and sends another order only on request', async ({
  page,
}) => {
  const before = await sendWithoutAnswer(page)
  await page.getByLabel('Cost Center').fill('99')
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(page.getByText('An order from this form was already received.')).toBeVisible()
  await expectAccessible(page)
  expect(await ordersOf(page)).toHaveLength(before + 1)
  await page.getByRole('button', { name: 'Send this as another order' }).click()
  await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  expect(await ordersOf(page)).toHaveLength(before + 2)
})

test('the dialog fades out in 200 ms before the home page comes', async ({ page }) => {
  await gatherOrder(page)
  await fillOrder(page)
  await page.getByRole('button', { name: 'Submit Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  // Records how the dialog closes, and how long after the click it is removed.
  await dialog.evaluate((element) => {
    const began = { at: 0 }
    element.addEventListener('click', () => Object.assign(began, { at: performance.now() }), true)
    new MutationObserver((_, observer) => {
      if (element.isConnected) {
        if (!element.hasAttribute('data-enter')) {
          Object.assign(window, { fade: getComputedStyle(element).transitionDuration })
        }
        return
      }
      observer.disconnect()
      Object.assign(window, { closedAfterMs: performance.now() - began.at })
    }).observe(document.body, { attributes: true, childList: true, subtree: true })
  })
  await dialog.getByRole('button', { name: 'Ok. Return to home.' }).click()
  await expect(page).toHaveURL(/\/$/)
  const noted = () =>
    page.evaluate(() => {
      const { fade, closedAfterMs = 0 } = window as { fade?: string; closedAfterMs?: number }
      return { fade, closedAfterMs }
    })
  await expect.poll(async () => (await noted()).fade).toBe('0.2s, 0.2s')
  // The address changes just before the dialog is removed; Ariakit does that up to a frame before its transition ends.
  await expect.poll(async () => (await noted()).closedAfterMs).toBeGreaterThanOrEqual(180)
})

test('a year has four digits', async ({ page }) => {
  await gatherOrder(page)
  await page.getByLabel('Date Required').focus()
  await page.keyboard.type('01241220312')
  const year = (await page.getByLabel('Date Required').inputValue()).split('-')[0] ?? ''
  expect(year.length).toBeLessThanOrEqual(4)
})

test('the wheel over a focused quantity scrolls the page and changes nothing', async ({ page }) => {
  await gatherOrder(page)
  const quantity = page.getByRole('spinbutton')
  await quantity.fill('50')
  await quantity.hover()
  await page.mouse.wheel(0, 400)
  await expect(quantity).not.toBeFocused()
  await expect(quantity).toHaveValue('50')
})

test('ordering again raises the quantity of what is in the list', async ({ page }) => {
  await gatherOrder(page)
  await fillOrder(page)
  await page.getByRole('spinbutton').fill('5')
  await page.getByRole('button', { name: 'Submit Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  const number = await dialog.getByText(/^\d\d-\d{6}$/).innerText()
  await dialog.getByRole('button', { name: 'Ok. Return to home.' }).click()
  await expect(page).toHaveURL(/\/$/)
  for (const quantity of ['5', '10']) {
    await page.goto('/my_orders')
    await page.getByRole('button', { name: `Order again: ${number}` }).click()
    await expect(page.getByRole('spinbutton')).toHaveValue(quantity)
  }
})

test('an order sent in one tab empties list and form of the other', async ({ page, context }) => {
  await gatherOrder(page)
  await fillOrder(page)
  const other = await context.newPage()
  await other.goto('/order')
  await expect(other.getByLabel('Cost Center')).toHaveValue('1234')
  await other.getByRole('button', { name: 'Submit Order' }).click()
  await expect(other.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  await expect(page.getByText('No materials selected')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Special Instructions' })).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Submit Order' })).toBeDisabled()
})
