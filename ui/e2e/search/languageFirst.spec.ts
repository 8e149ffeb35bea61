// Families who don't read English, from the home page to the opened file, with a browser in their language.
import type { Page } from '@playwright/test'
import { pageOf, searchFor } from '../support/catalogue'
import { addCitation } from '../support/citations'
import { press, tabTo, type } from '../support/keyboard'
import { expectInFirstScreen } from '../support/layout'
import { expect, expectAccessible, signInOnly, test } from '../support/test'

/** Replaces files on other hosts by a word, so that opening one needs no network. */
const serveFiles = (page: Page) =>
  page.context().route(/^https:\/\/(handouts|files)\.example\.org\//, (route) => route.fulfill({ body: 'the file' }))

/** The page that opens when something is pressed. */
async function opened(page: Page, open: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('popup'), open()])
  await file.waitForLoadState()
  expect(await file.textContent('body')).toBe('the file')
  const url = file.url()
  await file.close()
  return url
}

/** The URL of a citation's file in a language. */
async function fileOf(page: Page, id: string, lang: string) {
  const citation = await (await page.request.get(`/api/citations/${id}`)).json()
  return citation.languages.find((version: { lang: string }) => version.lang === lang).url as string
}

test.describe('a Somali reader', () => {
  test.use({ locale: 'so-SO' })

  test('is offered Soomaali by its own name, and opens a handout from the results', {
    tag: ['@phone', '@only-phone'],
  }, async ({ page, request }) => {
    await serveFiles(page)
    await page.goto('/search?q=asthma%20action%20plan')
    await page.getByRole('list', { name: 'See handouts in' }).getByRole('button', { name: 'Soomaali' }).click()
    const row = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first()
    const link = row.getByRole('link', { name: /^View in Soomaali/ })
    const { hits } = await searchFor(request, { q: 'asthma action plan', lang: 'so' })
    const version = hits.hit[0]?.version
    expect(version).toMatchObject({ lang: 'Somali', tag: 'so' })
    expect(await opened(page, () => link.click())).toBe(version?.url)
    await expect(page.getByText(/Not in Soomaali yet/).first()).toBeVisible()
    await expectAccessible(page)
    await row.getByRole('heading').getByRole('link').click()
    const rows = page.getByRole('table', { name: 'Language versions' }).getByRole('rowheader')
    await expect(rows.first()).toHaveText(/^Somali\s*Soomaali$/)
    const main = page.getByRole('link', { name: /^View in Soomaali/ })
    expect(await opened(page, () => main.click())).toBe(version?.url)
    await expectAccessible(page)
    await page.reload()
    await expect(main).toBeVisible()
  })

  test('does all of it by keyboard alone', async ({ page }) => {
    await serveFiles(page)
    await page.goto('/')
    await press(page, page.getByRole('button', { name: 'Handout language' }))
    await expect(page.getByRole('searchbox', { name: 'Find a language' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('soma')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: /^Soomaali/ })).toBeFocused()
    await page.keyboard.press('Enter')
    const control = page.getByRole('button', { name: /Handout language:\s*Soomaali/ })
    await expect(control).toBeFocused()
    await type(page, page.getByRole('combobox'), 'asthma action plan')
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name: /^View in Soomaali/ }).first()
    await tabTo(page, link)
    await opened(page, () => page.keyboard.press('Enter'))
  })

  test('a visitor is led to the request form for translations if there is none', async ({ page, browser, baseURL }) => {
    const staff = await browser.newPage({ baseURL })
    await signInOnly(staff, 'education-admin')
    const citation = await addCitation(staff, { title: `Only in English ${Date.now()}` })
    await staff.close()
    await page.goto(pageOf(citation))
    await page.getByRole('button', { name: 'Soomaali', exact: true }).click()
    await expect(page.getByText('Not in Soomaali yet')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Request a translation/ })).toHaveAttribute('href', /translation/)
    await expectAccessible(page)
  })

  test('the offer can be dismissed permanently', async ({ page }) => {
    await page.goto('/search?q=asthma')
    await page.getByRole('button', { name: 'Stop suggesting languages' }).click()
    await expect(page.getByRole('list', { name: 'See handouts in' })).toHaveCount(0)
    await page.goto('/search?q=fever')
    await expect(page.getByRole('heading', { name: /fever/i }).first()).toBeAttached()
    await expect(page.getByRole('list', { name: 'See handouts in' })).toHaveCount(0)
  })
})

test.describe('an Arabic reader', () => {
  test.use({ locale: 'ar' })

  test('finds the own language in words: below the search box, and in the top bar', async ({ page }) => {
    await page.goto('/')
    const row = page.getByRole('list', { name: 'Handouts in' })
    const own = row.getByRole('link').first()
    await expect(own).toHaveText('العربية')
    await expect(own.locator('bdi')).toHaveAttribute('lang', 'ar')
    await expect(own.locator('bdi')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByText('Handout language', { exact: true })).toBeVisible()
    await expectInFirstScreen(page, own)
    await own.click()
    await expect(page.getByText(/^Showing 1 to 10 of \d+ results$/).first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^View in\s*العربية/ })).toHaveCount(10)
    await expect(page.getByRole('button', { name: /^Handout language:\s*العربية$/ })).toBeVisible()
    await page.goto('/')
    await expect(own).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page)
    await row.getByRole('button', { name: 'More languages' }).click()
    await expect(page.getByRole('dialog', { name: 'Handout language' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row.getByRole('button', { name: 'More languages' })).toBeFocused()
  })

  test('browses by language, chooses it, and reads a citation whose texts are aligned as in their language', {
    tag: '@phone',
  }, async ({ page }) => {
    await serveFiles(page)
    await page.goto('/')
    const browse = page.getByRole('region', { name: 'Browse by language' }).getByRole('link', { name: /^العربية/ })
    const count = Number.parseInt((await browse.getByText(/handouts$/).textContent()) ?? '', 10)
    await browse.click()
    await expect(page.getByText(`Showing 1 to 10 of ${count} results`).first()).toBeVisible()
    await page.getByRole('button', { name: 'العربية', exact: true }).click()
    await expect(page.getByRole('link', { name: /^View in\s*العربية/ })).toHaveCount(10)
    await page.goto(`/search?q=${encodeURIComponent('خطة العمل للربو')}`)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'خطة العمل للربو', exact: true }).click()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveAttribute('lang', 'ar')
    // Arabic blocks start at the right edge of their container, English ones at the left.
    const gaps = await page.evaluate(() => {
      const gap = (selector: string, side: 'left' | 'right') => {
        const block = document.querySelector(selector) ?? document.body
        const range = document.createRange()
        range.selectNodeContents(block)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 4).map((rect) => rect[side])
        const edge = side === 'left' ? Math.min(...lines) : Math.max(...lines)
        return Math.abs(edge - block.getBoundingClientRect()[side])
      }
      return [
        gap('h1', 'right'),
        gap('section[aria-labelledby=abstract] p', 'right'),
        gap('#abstract', 'left'),
        gap('header p', 'left'),
      ]
    })
    for (const gap of gaps) expect(gap).toBeLessThan(8)
    // Numbers and addresses are left-to-right in any context.
    expect(
      await page
        .getByText(/^KSBG\d+$/)
        .first()
        .evaluate((element) => getComputedStyle(element).direction),
    ).toBe('ltr')
    await page
      .getByRole('button', { name: /^QR Code/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^https:/)).toHaveAttribute('dir', 'ltr')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
    const link = page.getByRole('link', { name: /^View in\s*العربية/ })
    expect(await opened(page, () => link.click())).toBe(await fileOf(page, encodeURIComponent(id), 'Arabic'))
  })
})

test.describe('a Spanish reader', () => {
  test.use({ locale: 'es-MX' })

  test('reads the whole way in Spanish, without having chosen anything but the handouts', {
    tag: ['@phone', '@only-phone'],
  }, async ({ page }) => {
    await serveFiles(page)
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('heading', { name: 'Encuentre materiales educativos' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Explorar por tema' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Idioma de los materiales' }).click()
    await page.getByRole('searchbox', { name: 'Buscar un idioma' }).fill('espanol')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Español \d+ materiales|^Español\s*\d+/ })
      .first()
      .click()
    await page.getByRole('combobox').fill('asma')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^1 a 10 de \d+ resultados de «asma»$/).first()).toBeVisible()
    const link = page.getByRole('link', { name: /^Ver en Español/ }).first()
    await opened(page, () => link.click())
    await page.getByRole('region', { name: 'Resultados' }).getByRole('heading').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Información general' })).toBeVisible()
    await opened(page, () => page.getByRole('link', { name: /^Ver en Español/ }).click())
  })

  test('the page for an unknown address is in Spanish', async ({ page }) => {
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'Lo sentimos. No encontramos esa página.' })).toBeVisible()
    await expect(page).toHaveTitle('Página no encontrada | Educación para pacientes')
  })
  test.use({ expectedConsole: /404/ })
})
