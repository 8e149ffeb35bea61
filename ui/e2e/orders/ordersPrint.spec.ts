// Printing orders: tickets with a readable QR code, the picking list, the confirmation.
import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import {
  cancelOwn,
  countPrints,
  dayAhead,
  expectPrints,
  newMailStop,
  openQueue,
  person,
  placeOrder,
  pressAction,
  test,
} from '../support/orders'
import { fillOrder, gatherOrder, startWithoutOrder } from '../support/staff'
import { expect, expectAccessible, signIn, signInOnly } from '../support/test'

/** The number of printed sheets. */
async function sheetsOf(page: Page) {
  const pdf = await page.pdf({ format: 'Letter' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** The text of the printed QR code. */
async function readCode(page: Page, number: string) {
  const png = await page.locator('article', { hasText: number }).locator('img').screenshot()
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, image.width, image.height)
    return { width: image.width, height: image.height, data: [...(pixels?.data ?? [])] }
  }, png.toString('base64'))
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) })
}

test('tickets print one order per page, with the number, the mail stop and a code that leads to the order', async ({
  page,
  browser,
  server,
}) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  const numbers = [
    await placeOrder(clerk.request, { mailStop, quantities: [40, 5], specialInstructions: 'Second floor' }),
    await placeOrder(clerk.request, { mailStop }),
    await placeOrder(clerk.request, { mailStop }),
  ]
  await countPrints(page)
  await signInOnly(page, 'copy-center')
  await openQueue(page, mailStop, 3)
  await page.getByRole('button', { name: /^Select all/ }).click()
  await pressAction(page, 'Print tickets')
  await expectPrints(page, 1)
  expect(await sheetsOf(page)).toBe(3)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Copy Center' })).toBeHidden()
  for (const number of numbers) {
    const ticket = page.locator('article', { hasText: number })
    await expect(ticket.getByText(mailStop, { exact: true })).toBeVisible()
    expect(new URL(await readCode(page, number)).pathname).toBe(`/orders/${number}`)
  }
  await expect(page.getByText('Second floor')).toBeVisible()
})

test('the picking list sums the items of all selected orders', async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  await placeOrder(clerk.request, { mailStop, quantities: [40, 5] })
  await placeOrder(clerk.request, { mailStop, quantities: [2] })
  await countPrints(page)
  await signInOnly(page, 'copy-center')
  await openQueue(page, mailStop, 2)
  await page.getByRole('button', { name: /^Select all/ }).click()
  await pressAction(page, 'Print picking list')
  await expectPrints(page, 1)
  expect(await sheetsOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  const rows = page.locator('article tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Somali' })).toContainText('42')
  await expect(rows.filter({ hasText: 'English' })).toContainText('5')
})

test('an order that was cancelled after it was selected is printed only after confirmation', async ({
  page,
  browser,
  server,
}) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const mailStop = newMailStop()
  const stays = await placeOrder(clerk.request, { mailStop })
  const goes = await placeOrder(clerk.request, { mailStop })
  await countPrints(page)
  await signInOnly(page, 'copy-center')
  await openQueue(page, mailStop, 2)
  await page.getByRole('button', { name: /^Select all/ }).click()
  // The list, which is loaded every 30 seconds, is not reloaded between the cancellation and the print.
  await page.route('**/api/orders?**', () => {})
  await cancelOwn(clerk.request, goes, 'Ordered twice')
  await pressAction(page, 'Print tickets')
  const dialog = page.getByRole('alertdialog', { name: 'An order has changed' })
  await expect(dialog).toContainText(`${goes}: cancelled by Uriel Clarke`)
  await expect(dialog).toContainText('Ordered twice')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Print the other 1' }).click()
  await expectPrints(page, 1)
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await sheetsOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('article h1')).toHaveText(stays)
})

test('one order prints its ticket from its page', async ({ page, browser, server }) => {
  const clerk = await person(browser, server, 'unit-clerk')
  const number = await placeOrder(clerk.request, { mailStop: newMailStop() })
  await countPrints(page)
  await signIn(page, 'copy-center', `/orders/${number}`)
  await page.getByRole('button', { name: 'Print ticket' }).click()
  await expectPrints(page, 1)
  expect(await sheetsOf(page)).toBe(1)
})

test('the confirmation prints as one clean sheet, with the number of the order', async ({ page }) => {
  await signInOnly(page, 'unit-clerk')
  await startWithoutOrder(page)
  const citation = await gatherOrder(page)
  await fillOrder(page)
  await page.getByRole('button', { name: 'Submit Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Success!' })
  const number = await dialog.getByText(/^\d\d-\d{6}$/).innerText()
  expect(await sheetsOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog', { name: 'Success!', includeHidden: true })).toBeHidden()
  await expect(page.getByLabel('Phone Number')).toBeHidden()
  const day = new Date(dayAhead(60)).toLocaleDateString('en-US', { timeZone: 'UTC' })
  const sheet = page.locator('section', { hasText: 'Handouts from the copy center' })
  for (const text of [`Order ${number}`, citation.title, 'Somali', 'Asthma Clinic', day, 'Second floor'])
    await expect(sheet.getByText(text, { exact: true })).toBeVisible()
})
