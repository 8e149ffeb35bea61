// The preferred language of signed-in people, filters that match any selected value, and the counts on the home page.
import type { Page } from '@playwright/test'
import { searchFor } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { startWithoutOrder } from '../support/staff'
import { expect, expectAccessible, isPhone, signIn, signInOnly, test } from '../support/test'

async function choose(page: Page, typed: string) {
  await page.getByRole('button', { name: /^Handout language/ }).click()
  await page.getByRole('searchbox', { name: 'Find a language' }).fill(typed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const control = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Handout language:\\s*${name}$`) })

test("an account's language follows it to another device; the browser's stays the browser's", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/')
  await choose(page, 'somali')
  await expect(control(page, 'Soomaali')).toBeVisible()
  await signIn(page, 'unit-clerk')
  await expect(page.getByRole('button', { name: 'Handout language', exact: true })).toBeVisible()
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/user/session') && response.ok())
  await choose(page, 'hmong')
  await sent
  const other = await browser.newContext({ baseURL, viewport: page.viewportSize() })
  const elsewhere = await other.newPage()
  await signIn(elsewhere, 'unit-clerk')
  await expect(control(elsewhere, 'Hmoob')).toBeVisible()
  const ended = elsewhere.waitForResponse((response) => response.url().endsWith('/api/user/session') && response.ok())
  await elsewhere.getByRole('button', { name: /^Handout language/ }).click()
  await elsewhere.getByRole('button', { name: 'Any language' }).click()
  await ended
  await other.close()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Handout language', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(control(page, 'Soomaali')).toBeVisible()
})

test('any of the selected languages matches if the person chooses so, in address, results and counts', {
  tag: '@phone',
}, async ({ page, request }) => {
  await page.goto('/search?q=asthma')
  const openFilters = async () => {
    if (isPhone(page)) await page.getByRole('button', { name: /^Filters/ }).click()
  }
  await openFilters()
  await page.getByRole('checkbox', { name: /^Spanish \(/ }).click()
  await page.getByRole('radio', { name: 'Any of these' }).click()
  await page.getByRole('checkbox', { name: /^Somali \(/ }).click()
  await expect(page).toHaveURL(/&any=languages$/)
  const { hits, facets } = await searchFor(request, {
    q: 'asthma',
    fq: "(and (or languages:'Spanish' languages:'Somali'))",
    any: 'languages',
  })
  const others =
    facets.languages?.buckets.filter(({ value }) => !['English', 'Spanish', 'Somali'].includes(value)) ?? []
  // The most frequent one is among the few values in the list.
  const other = others.sort((a, b) => b.count - a.count)[0]
  await expect(page.getByRole('checkbox', { name: `${other?.value} (${other?.count})` })).toBeVisible()
  await expectAccessible(page)
  if (isPhone(page)) await page.getByRole('button', { name: /^Show \d+ results/ }).click()
  await expect(page.getByText(new RegExp(`of ${hits.found} results for "asthma"$`)).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(new RegExp(`of ${hits.found} results for "asthma"$`)).first()).toBeVisible()
  await openFilters()
  await expect(page.getByRole('radio', { name: 'Any of these' })).toBeChecked()
  await page.getByRole('radio', { name: 'All of these' }).click()
  await expect(page).not.toHaveURL(/any=/)
})

test('the home page counts what a click finds, shows more on request, and has no layout shift', async ({ page }) => {
  await page.goto('/')
  const subjects = page.getByRole('region', { name: 'Browse by subject' })
  await expect(subjects.getByRole('listitem')).toHaveCount(8)
  await subjects.getByRole('button', { name: /^Show all \d+/ }).click()
  expect(await subjects.getByRole('listitem').count()).toBeGreaterThan(8)
  await expectAccessible(page)
  const first = subjects.getByRole('link').first()
  const count = Number.parseInt((await first.getByText(/handouts$/).textContent()) ?? '', 10)
  await first.click()
  await expect(page.getByText(new RegExp(`^Showing 1 to \\d+ of ${count} results$`)).first()).toBeVisible()
})

test.describe('when the list of languages cannot be loaded', () => {
  test.use({ expectedConsole: /Failed to load resource|could not be loaded|Failed to fetch/ })

  test('the page and its header stay, and the failure is shown until the list is opened', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.route('**/assets/LanguagePicker-*', (route) => route.abort())
    await page.goto('/')
    const header = await page.getByRole('banner').boundingBox()
    const control = page.getByRole('button', { name: 'Handout language' })
    await control.click()
    await expect(page.getByText('Part of this page could not be loaded. Check your connection')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Find handouts' })).toBeVisible()
    expect(await page.getByRole('banner').boundingBox()).toEqual(header)
    await page.unroute('**/assets/LanguagePicker-*')
    await control.click()
    await expect(page.getByRole('dialog', { name: 'Handout language' })).toBeVisible()
    await expect(page.getByText('Part of this page could not be loaded.')).toBeHidden()
  })
})

test("each line of the order opens in the account's language, or shows that it is missing", async ({ page }) => {
  await signInOnly(page, 'education-admin')
  const both = await addCitation(page, {
    title: `In two languages ${Date.now()}`,
    languages: [
      { lang: 'English', ksbgNumber: null, pages: null, url: 'https://files.example.org/en.pdf' },
      { lang: 'Somali', ksbgNumber: null, pages: null, url: 'https://files.example.org/so.pdf' },
    ],
  })
  const one = await addCitation(page, { title: `In one language ${Date.now()}` })
  const line = ({ id, title, readableIds }: typeof one, lang: string) => ({
    id,
    title,
    lang,
    itemNum: null,
    url: `https://files.example.org/${lang === 'Somali' ? 'so' : 'en'}.pdf`,
    quantity: 1,
    readableId: readableIds[0]?.id,
    printingSpecs: null,
  })
  await page.request.post('/api/user/session', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      favorites: [],
      order: [line(both, 'English'), line(both, 'Somali'), line(one, 'English')],
      language: 'so',
    },
  })
  await page.goto('/order')
  const links = page.getByRole('link', { name: /^View in Soomaali/ })
  await expect(links).toHaveCount(2)
  for (const link of await links.all()) await expect(link).toHaveAttribute('href', 'https://files.example.org/so.pdf')
  await expect(page.getByText('Not in Soomaali yet')).toBeVisible()
  await expectAccessible(page)
  await startWithoutOrder(page)
})
