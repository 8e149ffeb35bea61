// My orders: number, progress, cancelling, ordering again.
import { changeStateByColleague, newMailStop, person, placeOrder, test } from '../support/orders'
import { fillOrder, gatherOrder, startWithoutOrder } from '../support/staff'
import { expect, expectAccessible, signInOnly } from '../support/test'

test.use({ expectedConsole: /422|A call failed/ })

test('the number of an order is shown in the dialog and in My orders, where it is cancelled with a note', {
  tag: ['@phone', '@only-phone'],
}, async ({ page }) => {
  await signInOnly(page, 'visitor-nurse')
  await startWithoutOrder(page)
  await gatherOrder(page)
  await fillOrder(page)
  await page.getByRole('button', { name: 'Submit Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  const number = await dialog.getByText(/^\d\d-\d{6}$/).innerText()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'My orders' }).click()
  const own = page.getByRole('article', { name: `Order ${number}` })
  await expect(own.getByText('Received', { exact: true }).first()).toBeVisible()
  await page.reload()
  await own.getByText('Timeline', { exact: false }).first().click()
  await expect(own.getByRole('list', { name: `Timeline of order ${number}` })).toContainText('Nora Vance')
  await expectAccessible(page)

  await own.getByRole('button', { name: `Cancel order ${number}` }).click()
  const asked = page.getByRole('dialog', { name: `Cancel order ${number}?` })
  await expectAccessible(page)
  await asked.getByRole('textbox', { name: 'Note to the copy center' }).fill('Ordered twice')
  await asked.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(own.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(own.getByRole('heading', { name: `Order ${number}` })).toBeFocused()
  await expect(own.getByRole('button', { name: /^Cancel order/ })).toBeHidden()
  await expect(own).toContainText('Ordered twice')
  await own.getByRole('button', { name: `Order again: ${number}` }).click()
  await expect(page).toHaveURL(/\/order$/)
  await expect(page.getByRole('spinbutton')).toHaveCount(1)
  await expect(page.getByText('These handouts were added to your order.')).toHaveRole('status')
})

test('a question is marked in the navigation and on the home view, and comes first among the orders', async ({
  page,
  browser,
  server,
}) => {
  const worker = await person(browser, server, 'copy-center')
  await signInOnly(page, 'visitor-nurse')
  const number = await placeOrder(page.request, { mailStop: newMailStop() })
  await placeOrder(page.request, { mailStop: newMailStop() })
  await changeStateByColleague(worker.request, number, { state: 'waiting', note: 'Stapled or folded?' })
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^My orders ?: 1 open question$/ })).toBeVisible()
  await expect(page.getByText(`A question about your order ${number}`)).toBeVisible()
  await expect(page.getByText('Stapled or folded?')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent orders' }).getByRole('listitem').first()).toContainText(
    'Received',
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Answer the question' }).click()
  const first = page.getByRole('article').first()
  await expect(first.getByRole('heading')).toContainText([`Order ${number}`])
  await first.getByRole('textbox', { name: /^Your answer/ }).fill('Folded')
  await first.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('link', { name: 'My orders', exact: true })).toBeVisible()
})

test('an order that went to print in between shows why it cannot be cancelled', async ({ page, browser, server }) => {
  const worker = await person(browser, server, 'copy-center')
  await signInOnly(page, 'visitor-nurse')
  const number = await placeOrder(page.request, { mailStop: newMailStop() })
  await page.goto('/my_orders')
  await page.getByRole('button', { name: `Cancel order ${number}` }).click()
  await changeStateByColleague(worker.request, number, { state: 'printing' })
  const asked = page.getByRole('dialog', { name: `Cancel order ${number}?` })
  await asked.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(asked.getByText('The order was not cancelled.')).toBeVisible()
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Keep the order' }).click()
  const own = page.getByRole('article', { name: `Order ${number}` })
  await expect(own.getByText('Printing', { exact: true }).first()).toBeVisible()
  await expect(own.getByRole('button', { name: `Cancel order ${number}` })).toBeHidden()
})
