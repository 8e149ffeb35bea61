// Actions of an orderer: finding a citation to order, filling in the form, losing the sign-in.
import type { APIRequestContext, Page } from '@playwright/test'
import { findCitation } from './catalogue'
import { dayAhead } from './orders'
import { expect } from './test'

/** A citation of the copy center with a version in Somali. */
export const orderable = (request: APIRequestContext) =>
  findCitation(request, "(and where_to_obtain:'Copy Center' languages:'Somali')", ({ obsolete }) => !obsolete)

/** Empties favorites, cart, preferred language and form. */
export async function startWithoutOrder(page: Page) {
  await page.request.post('/api/user/session', {
    data: { favorites: [], order: [], language: null },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear())
}

/** Puts language versions of a citation into the cart of the signed-in person, and opens the order form. */
export async function gatherOrder(page: Page, languages = ['Somali']) {
  const citation = await orderable(page.request)
  const order = languages.map((lang) => {
    const version = citation.languages.find((one) => one.lang === lang)
    const { id, title, printingSpecs = null } = citation
    const [itemNum, url] = [version?.ksbgNumber ?? null, version?.url ?? null]
    return {
      id,
      title,
      lang,
      itemNum,
      url,
      printingSpecs,
      readableId: citation.readableIds[0]?.id ?? null,
      quantity: 1,
    }
  })
  const saved = await page.request.post('/api/user/session', {
    data: { favorites: [], order },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.status(), await saved.text()).toBe(204)
  await page.goto('/order')
  await expect(page.getByRole('spinbutton')).toHaveCount(languages.length)
  return citation
}

/** Fills in everything that the profile does not. */
export async function fillOrder(page: Page) {
  await page.getByLabel('Phone Number').fill('555 0100')
  await page.getByLabel('Department').fill('Asthma Clinic')
  await page.getByLabel('Mail Stop').fill('MB 12')
  await page.getByLabel('Date Required').fill(dayAhead(60))
  await page.getByLabel('Cost Center').fill('1234')
  await page.getByRole('textbox', { name: 'Special Instructions' }).fill('Second floor')
}

/** Ends the sign-in as the server would, without the page knowing. */
export const loseSignIn = (page: Page) => page.context().clearCookies()
