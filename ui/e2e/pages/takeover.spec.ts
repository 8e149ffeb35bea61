// The screens replace the server's pages without repeated requests or layout shifts, and without losing input or focus. That
// both have the same markup is tested from fixtures (src/app/start/fixtures.test.ts).
import type { Page } from '@playwright/test'
import { encodeFilters } from '../../src/features/search/searchAddress'
import { layoutShift, recordLayoutShifts } from '../support/layout'
import { addHandout, addPacket } from '../support/packets'
import { holdScripts, takenOver } from '../support/pages'
import { endSignIn, expect, gotoServed, signInOnly, test } from '../support/test'

const filters = encodeURIComponent(encodeFilters([{ languages: 'Somali' }, { audience: 'Parents' }]))

// Both the browser and the screens report an unknown page.
test.use({ expectedConsole: /status of 404|A call failed: \w+ This was not found/ })

const pages = [
  '/',
  `/search?q=${encodeURIComponent('ربو')}`,
  '/search?q=care&page=2&obsolete=true',
  `/search?q=&page=1&obsolete=false&filters=${filters}`,
  '/search?q=astma&lang=so',
  '/search?q=xqzvv',
  '/citation/asthma-action-plan',
  `/citation/${encodeURIComponent('خطة-العمل-للربو')}`,
  '/citation/none-such',
  '/packets',
  '/packets?q=xqzvv',
  '/packet/none-such',
  '/none-such',
]

/** Whether a request repeats one that the page already contains. */
const isOfPage = (url: string) => /\/api\/(?!citations\/.*qr\.png)/.test(url)

/** The screens replace the server's pages at these addresses without a request and without a layout shift. */
async function expectQuietTakeover(page: Page, paths: readonly string[], language: string) {
  await recordLayoutShifts(page)
  await page.context().setExtraHTTPHeaders({ 'accept-language': language })
  const calls: string[] = []
  page.on('request', (request) => isOfPage(request.url()) && calls.push(request.url()))
  for (const path of paths) {
    const release = await holdScripts(page)
    await gotoServed(page, path)
    release()
    await takenOver(page)
    expect(await layoutShift(page), path).toBeLessThanOrEqual(0.02)
    expect(calls, path).toEqual([])
    await page.unroute('**/assets/*.js')
  }
}

for (const language of ['en', 'es']) {
  const title = `the screens replace the pages in ${language} without layout shifts or calls`
  test(title, { tag: language === 'en' ? '@phone' : [] }, ({ page }) => expectQuietTakeover(page, pages, language))
}

test('the screens replace packets and their pages without layout shifts or calls', { tag: '@phone' }, async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const department = 'Audiology'
  const handout = await addHandout(page, `Listed ${Date.now()}`, ['English', 'Arabic', 'Somali'])
  const word = `listed${Date.now()}`
  const add = (n: number) => {
    const description = n % 2 === 0 ? 'For the first days at home.' : null
    return addPacket(page, [handout], { title: `Packet ${word} ${n}`, description, department, published: true })
  }
  const packet = await add(0)
  for (let n = 1; n < 51; n++) await add(n)
  await endSignIn(page)
  await expectQuietTakeover(page, [`/packet/${packet.readableId}`, `/packet/${packet.readableId}?lang=ar`], 'en')
  const lists = [`/packets?q=${word}`, '/packets?page=2', `/packets?q=${word}&department=${department}&page=2`]
  await expectQuietTakeover(page, lists, 'es')
})

/** Opens a page without its scripts, high enough to scroll; the returned function loads them. */
async function beforeScripts(page: Page, path: string) {
  const release = await holdScripts(page)
  await gotoServed(page, path)
  return async () => {
    release()
    await takenOver(page)
  }
}

test('input, scroll position and focus from before the scripts stay', { tag: '@phone' }, async ({ page }) => {
  const takeOver = await beforeScripts(page, '/search?q=asthma')
  const box = page.getByRole('textbox', { name: 'Search' })
  await box.fill('croup at night')
  await box.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5))
  await page.evaluate(() => window.scrollTo(0, 200))
  await takeOver()
  const taken = page.getByRole('combobox')
  await expect(taken).toBeFocused()
  await expect(taken).toHaveValue('croup at night')
  expect(await taken.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5)
  expect(await page.evaluate(() => window.scrollY)).toBe(200)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=croup%20at%20night/)
})

test('a focused link stays focused', async ({ page }) => {
  const takeOver = await beforeScripts(page, '/citation/asthma-action-plan')
  const somali = page.getByRole('row', { name: /Somali/ }).getByRole('link', { name: /View/ })
  await somali.focus()
  await takeOver()
  await expect(somali).toBeFocused()
})

test('a button that was pressed while the screens were loading does its work', async ({ page, context, baseURL }) => {
  // A page with a session does not contain the configuration, because it differs for signed-in people.
  await context.addCookies([{ name: 'handout', value: 'expired', url: baseURL ?? '' }])
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/config', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/config')
  await gotoServed(page, '/')
  await asked
  await page.getByRole('button', { name: 'Handout language' }).click()
  answer()
  await expect(page.getByRole('dialog')).toBeVisible()
})
