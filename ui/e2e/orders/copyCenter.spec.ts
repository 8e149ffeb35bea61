// The copy center's work: late orders, tickets and batch transitions, a partial delivery, a question, concurrent
// changes.
import {
  cancelOwn,
  changeStateByColleague,
  countPrints,
  expectPrints,
  newMailStop,
  openQueue,
  orderOf,
  person,
  placeOrder,
  pressAction,
  test,
} from '../support/orders'
import { expect, expectAccessible, isPhone, signIn, signInOnly } from '../support/test'

test.use({ expectedConsole: /412|422|A call failed/ })

test('late orders are found, filtered by mail stop, selected, and set to printing, ready and sent', {
  tag: '@phone',
}, async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  const late = await placeOrder(clerk.request, { mailStop, late: true })
  for (let n = 0; n < 3; n++) await placeOrder(clerk.request, { mailStop })
  await signIn(page, 'copy-center', '/orders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copy Center')
  // The first order is visible near the top without scrolling.
  const first = await page.locator('tbody tr').first().boundingBox()
  expect(first?.y).toBeLessThan(isPhone(page) ? 360 : 300)
  await page.getByRole('link', { name: /^Late \(\d+\)$/ }).click()
  await expect(page).toHaveURL(/late=true/)
  await expect(page.getByRole('row', { name: late })).toContainText('Late')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'State' })).toBeHidden()
  await page.getByRole('button', { name: 'More filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Mail stop' }).fill(mailStop)
  await expect.poll(() => new URL(page.url()).searchParams.get('mailStop')).toBe(mailStop)
  await expect(page.getByText('4 orders', { exact: true })).toBeVisible()
  const boxes = page.getByRole('checkbox', { name: /^Select order/ })
  // The most urgent order is at the top.
  await expect(boxes.first()).toHaveAccessibleName(`Select order ${late}`)
  await boxes.first().click()
  await boxes.last().click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await expectAccessible(page)

  for (const [state, next] of [
    ['printing', 'ready'],
    ['ready', 'sent'],
    ['sent', null],
  ] as const) {
    await pressAction(page, `Set to ${state}`)
    await expect(page.getByText(`4 orders are ${state} now.`)).toBeVisible()
    // What follows does not depend on the size.
    if (isPhone(page)) return
    if (next === null) break
    await page.getByRole('combobox', { name: 'State' }).selectOption(state)
    await expect(page.getByText('4 orders', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Select all/ }).click()
  }
  const order = await orderOf(page.request, late)
  expect(order.events.map(({ state }) => state)).toEqual(['received', 'printing', 'ready', 'sent'])
  expect(order.lines.map(({ sent }) => sent)).toEqual([40])
})

test('without results the page explains what to do, and a reload keeps the filters', async ({ page }) => {
  await signIn(page, 'copy-center', '/orders?q=nothing-like-this&state=sent')
  await expect(page.getByText(/^No orders here\./)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('nothing-like-this')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('sent')
  await expectAccessible(page)
})

test('all that is found is selected over several pages, printed and sent with ten clicks besides the selection', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  for (let n = 0; n < 55; n++) await placeOrder(clerk.request, { mailStop })
  await countPrints(page)
  await signInOnly(page, 'copy-center')
  await openQueue(page, mailStop, 55)
  let presses = 0
  const act = async (name: string) => {
    presses++
    await pressAction(page, name)
  }
  const selectAll = async () => {
    await expect(page.getByText('55 orders', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Select all 55' }).click()
    await expect(page.getByText('55 selected')).toBeVisible()
  }
  await selectAll()
  await act('Print tickets')
  await expectPrints(page, 1)
  await expect(page.locator('article h1')).toHaveCount(55)
  await act('Print picking list')
  await expectPrints(page, 2)
  for (const state of ['printing', 'ready', 'sent']) {
    if (state !== 'printing') {
      presses++
      await page.getByRole('combobox', { name: 'State' }).selectOption(state === 'ready' ? 'printing' : 'ready')
      await selectAll()
    }
    await act(`Set to ${state}`)
    await expect(page.getByText(`55 orders are ${state} now.`)).toBeVisible()
  }
  expect(presses).toBeLessThanOrEqual(10)
})

test('a partial delivery is counted line by line, and the rest sent later', async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const number = await placeOrder(clerk.request, { mailStop: newMailStop(), quantities: [40, 5] })
  await signIn(page, 'copy-center', `/orders/${number}`)
  await page.getByRole('radio', { name: 'Sent' }).check()
  const [somali, english] = [page.getByLabel(/, Somali of 40/), page.getByLabel(/, English of 5/)]
  await somali.fill('41')
  await page.getByRole('button', { name: 'Set to sent' }).click()
  await expect(somali).toBeFocused()
  await expect(page.getByText('From 0 to 40, and more than 0 in total.')).toBeVisible()
  await expectAccessible(page)
  await somali.fill('10')
  await english.fill('0')
  await page.getByRole('textbox', { name: 'Note' }).fill('The rest follows on Monday.')
  await page.getByRole('button', { name: 'Set to sent' }).click()
  await expect(page.getByText('Partly sent').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('The rest follows on Monday.')
  await expect(page.getByRole('row', { name: /Somali/ })).toContainText('30')
  await expectAccessible(page)

  await clerk.goto('/my_orders')
  const own = clerk.getByRole('article', { name: `Order ${number}` })
  await expect(own).toContainText('Partly sent')
  await expect(own).toContainText('10 sent, 30 still to come')

  await page.getByRole('button', { name: 'Send the rest' }).click()
  await expect(page.getByText('This order is closed.')).toBeVisible()
  expect((await orderOf(page.request, number)).lines.map(({ sent }) => sent)).toEqual([40, 5])
})

test('a question is mailed to the orderer, and the answer is shown', async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const number = await placeOrder(clerk.request, { mailStop: newMailStop() })
  await signIn(page, 'copy-center', `/orders/${number}`)
  await page.getByRole('radio', { name: 'Ask a question' }).check()
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('This change needs a note.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Question' }).fill('Stapled or folded?')
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('Waiting for an answer', { exact: true })).toBeVisible()

  await clerk.goto('/my_orders')
  const own = clerk.getByRole('article', { name: `Order ${number}` })
  await expect(own).toContainText('Question for you')
  await expect(own).toContainText('Stapled or folded?')
  await expectAccessible(clerk)
  await own.getByRole('button', { name: 'Send answer' }).click()
  await expect(own.getByText('Your answer is required.')).toBeVisible()
  await own.getByRole('textbox', { name: /^Your answer/ }).fill('Stapled, please.')
  await own.getByRole('button', { name: 'Send answer' }).click()
  await expect(own.getByText('Received', { exact: true }).first()).toBeVisible()
  await expect(own.getByRole('heading', { name: `Order ${number}` })).toBeFocused()

  await page.reload()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Stapled, please.')
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Answer')
})

test('an order that was cancelled meanwhile is named, and the others go through', async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  const stays = await placeOrder(clerk.request, { mailStop })
  const goes = await placeOrder(clerk.request, { mailStop })
  await signInOnly(page, 'copy-center')
  await openQueue(page, mailStop, 2)
  await page.getByRole('button', { name: /^Select all/ }).click()
  await cancelOwn(clerk.request, goes, 'Ordered twice')
  await pressAction(page, 'Set to printing')
  const outcome = page.getByRole('alert')
  await expect(outcome).toContainText('1 order was skipped.')
  await expect(outcome.getByRole('listitem')).toContainText(goes)
  await expect(outcome).toContainText('1 order is printing now.')
  await expect(page.getByText('1 selected')).toBeVisible()
  await expectAccessible(page)
  expect((await orderOf(page.request, stays)).state).toBe('printing')
  expect((await orderOf(page.request, goes)).state).toBe('cancelled')
})

test('the second of two transitions is rejected with the reason, and the note stays', async ({
  page,
  browser,
  server,
}) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const colleague = await person(browser, server, 'education-admin')
  const number = await placeOrder(clerk.request, { mailStop: newMailStop() })
  await signIn(page, 'copy-center', `/orders/${number}`)
  await page.getByRole('textbox', { name: 'Note' }).fill('On the big printer')
  await changeStateByColleague(colleague.request, number, { state: 'ready', note: 'Printed on Friday' })
  await page.getByRole('button', { name: 'Set to printing' }).click()
  await expect(page.getByText('Somebody else has changed this order.')).toBeVisible()
  await expect(page.getByText('This order has changed while you had it open.')).toBeVisible()
  await expect(page.getByText('Printed on Friday').first()).toBeVisible()
  await expect(page.getByText('Somebody else has changed this order.')).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('On the big printer')
  // From received, printing was forward; from ready it would be back. Nothing is selected until the person chooses.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change state' }).click()
  await expect(page.getByText('Choose the new state.')).toBeVisible()
  await page.getByRole('radio', { name: 'Sent' }).check()
  await page.getByRole('button', { name: 'Set to sent' }).click()
  const steps = async () => (await orderOf(page.request, number)).events.map(({ state, note }) => [state, note])
  await expect.poll(steps).toEqual([
    ['received', null],
    ['ready', 'Printed on Friday'],
    ['sent', 'On the big printer'],
  ])
})

test('cancelling asks for the reason, and only administrators reopen', async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  const number = await placeOrder(clerk.request, { mailStop })
  await signInOnly(page, 'copy-center')
  await openQueue(page, mailStop, 1)
  await page.getByRole('checkbox', { name: `Select order ${number}` }).check()
  await pressAction(page, 'Cancel…')
  const dialog = page.getByRole('dialog', { name: 'Cancel 1 order?' })
  await dialog.getByRole('button', { name: 'Cancel 1 order' }).click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('This handout is being revised.')
  await dialog.getByRole('button', { name: 'Cancel 1 order' }).click()
  await expect(page.getByText('1 order is cancelled now.')).toBeVisible()
  await page.goto(`/orders/${number}`)
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('This handout is being revised.')
  await expect(page.getByText('This order is closed.')).toBeVisible()

  const administrator = await person(browser, server, 'education-admin')
  await administrator.goto(`/orders/${number}`)
  await administrator.getByRole('radio', { name: 'Reopen: received' }).check()
  await administrator.getByRole('textbox', { name: 'Note' }).fill('The revision waits.')
  await administrator.getByRole('button', { name: 'Reopen the order' }).click()
  await expect(administrator.getByText('Reopened: received')).toBeVisible()
})

test('totals are shown by cost center and month, with a chart and as CSV', async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  await placeOrder(clerk.request, { mailStop: newMailStop() })
  await signIn(page, 'copy-center', '/orders')
  await page.getByRole('link', { name: 'Totals' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Totals of orders')
  await expect(page.getByRole('row', { name: /^1234/ })).toBeVisible()
  await expect(page.getByRole('figure')).toContainText(/by cost center/)
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'By' }).selectOption('month')
  await expect(page.getByRole('figure')).toContainText(/by month/)
  const download = page.getByRole('link', { name: 'Download as CSV' })
  await expect(download).toHaveAttribute('href', '/api/orders/totals/download?by=month')
  const csv = await page.request.get((await download.getAttribute('href')) ?? '')
  expect(csv.status()).toBe(200)
})

test('people without the role do not see the copy center', async ({ page }) => {
  await signIn(page, 'unit-clerk')
  await expect(page.getByRole('link', { name: 'Copy Center' })).toBeHidden()
  await page.goto('/orders')
  await expect(page).toHaveURL(/\/my_orders$/)
})

test('the list fits its window, with long names too', { tag: '@phone' }, async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = `${newMailStop()} ${'Department of Developmental Pediatrics '.repeat(3)}`.trim()
  const number = await placeOrder(clerk.request, { mailStop, specialInstructions: 'x'.repeat(400) })
  await signInOnly(page, 'copy-center')
  await openQueue(page, mailStop, 1)
  for (const path of [page.url(), `/orders/${number}`, '/orders/totals']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(tooWide, `${path} at ${isPhone(page) ? 'phone' : 'desktop'} size`).toBeLessThanOrEqual(0)
  }
})
