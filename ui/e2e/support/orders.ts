// Orders for tests: submitted by a clerk over HTTP, processed by the copy center in the browser. An order for the server's
// yesterday, which is still today elsewhere, is late as soon as it is submitted.
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import type { Order } from '../../src/api/orders/orders'
import { findCitation } from './catalogue'
import { startServer } from './server'
import { type Account, test as base, expect, signInOnly } from './test'

export const test = base.extend<object, { server: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright's form of a fixture without dependencies
    async ({}, use) => {
      const server = await startServer([], { TZ: serverZone })
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** The day so many days after today in a time zone, which is the person's by default. */
export const dayAhead = (days: number, timeZone?: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(Date.now() + days * 24 * 60 * 60 * 1000))

const serverZone = 'Pacific/Kiritimati'

/** The server's yesterday. */
const lateDay = () => dayAhead(-1, serverZone)

let made = 0

/** A mail stop that no other test uses. */
export const newMailStop = () => `MS ${process.pid}-${Date.now() % 100_000}-${++made}`

/** Another person with a separate browser context, signed in, and with no page open yet. */
export async function person(browser: Browser, server: string, account: Account): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server })).newPage()
  await signInOnly(page, account)
  return page
}

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** The properties that a test needs of an order. */
interface Wanted {
  mailStop: string
  late?: boolean
  /** The quantities of its lines: the first in Somali, the second in English. */
  quantities?: number[]
  specialInstructions?: string
  /** The ordered citation, in English; without it one of the sample. */
  citation?: Citation
}

const usualCitation = (request: APIRequestContext) =>
  findCitation(
    request,
    "(and where_to_obtain:'Copy Center' languages:'Somali' languages:'English')",
    ({ obsolete }) => !obsolete,
  )

/** Submits an order of the signed-in person; returns its number. */
export async function placeOrder(request: APIRequestContext, wanted: Wanted): Promise<string> {
  const { mailStop, late = false, quantities = [40], specialInstructions = '' } = wanted
  const citation = wanted.citation ?? (await usualCitation(request))
  const lines = quantities.map((quantity, n) => ({
    id: citation.id,
    itemNum: null,
    lang: (wanted.citation ? 'English' : ['Somali', 'English'][n]) ?? 'Spanish',
    readableId: null,
    title: citation.title,
    url: null,
    printingSpecs: null,
    quantity,
  }))
  const response = await request.post('/api/user/order', {
    headers: sameOrigin,
    data: {
      firstName: 'Uriel',
      lastName: 'Clarke',
      email: 'unit-clerk@example.org',
      phoneNumber: '555 0100',
      department: 'Asthma Clinic',
      mailStop,
      dateOfOrder: lateDay(),
      dateRequired: late ? lateDay() : dayAhead(60),
      costCenter: '1234',
      activity: '',
      costCategory: '',
      specialInstructions,
      orders: lines,
    },
  })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { number: string }).number
}

/** Cancels an order of the signed-in person. */
export async function cancelOwn(request: APIRequestContext, number: string, note: string) {
  const response = await request.post(`/api/user/orders/${number}/cancel`, { headers: sameOrigin, data: { note } })
  expect(response.status(), await response.text()).toBe(200)
}

export const orderOf = async (request: APIRequestContext, number: string): Promise<Order> =>
  (await request.get(`/api/orders/${number}`)).json()

/** Changes the state of an order as a colleague, regardless of its version. */
export async function changeStateByColleague(
  request: APIRequestContext,
  number: string,
  transition: { state: string; note?: string },
) {
  const { version } = await orderOf(request, number)
  const response = await request.post(`/api/orders/${number}/state`, {
    headers: { ...sameOrigin, 'if-match': `"${version}"` },
    data: transition,
  })
  expect(response.status(), await response.text()).toBe(200)
}

/** Opens the list of the orders for a mail stop. */
export async function openQueue(page: Page, mailStop: string, count: number) {
  await page.goto(`/orders?${new URLSearchParams({ mailStop })}`)
  await expect(page.getByText(count === 1 ? '1 order' : `${count} orders`, { exact: true })).toBeVisible()
}

/** Presses an action, which is in a menu on phones. */
export async function pressAction(page: Page, name: string) {
  await expect(page.getByRole('region', { name: 'Selected orders' })).toBeVisible()
  const fold = page.getByRole('button', { name: 'Actions' })
  if ((await fold.isVisible()) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  await page.getByRole('button', { name, exact: true }).click()
}

/** Replaces the browser's print dialog, which would block, by a count of its calls. */
export const countPrints = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { prints: 0, print: () => Object.assign(window, { prints: prints() + 1 }) })
    function prints() {
      return (window as unknown as { prints: number }).prints
    }
  })
export const expectPrints = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => (window as unknown as { prints: number }).prints)).toBe(count)
