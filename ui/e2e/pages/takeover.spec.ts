// The screens replace the server's pages: with the same appearance, without repeated requests or layout shifts, and
// without losing input or focus.
import type { Page, Request } from '@playwright/test'
import { encodeFilters } from '../../src/features/search/searchAddress'
import { layoutShift, recordLayoutShifts } from '../support/layout'
import { addHandout, addPacket } from '../support/packets'
import { holdScripts, outline, takenOver, withButtonsOf } from '../support/pages'
import { endSignIn, expect, gotoServed, isPhone, signInOnly, test } from '../support/test'

const filters = encodeURIComponent(encodeFilters([{ languages: 'Somali' }, { audience: 'Parents' }]))

// Both the browser and the screens report an unknown page.
test.use({ expectedConsole: /status of 404|A call failed: \w+ This was not found/ })

const pages = {
  home: '/',
  'results, also in Arabic': `/search?q=${encodeURIComponent('ربو')}`,
  'a later page of results': '/search?q=care&page=2&obsolete=true',
  'filtered results': `/search?q=&page=1&obsolete=false&filters=${filters}`,
  'results for a misspelled word in another language': '/search?q=astma&lang=so',
  'no results': '/search?q=xqzvv',
  'a citation': '/citation/asthma-action-plan',
  'a citation in Arabic': `/citation/${encodeURIComponent('خطة-العمل-للربو')}`,
  'an unknown citation': '/citation/none-such',
  'the list of packets': '/packets',
  'no packets': '/packets?q=xqzvv',
  'an unknown packet': '/packet/none-such',
  'an unknown address': '/none-such',
}

/** Whether a request repeats one that the page already contains. */
const isOfPage = (url: string) => /\/api\/(?!citations\/.*qr\.png)/.test(url)

/** The screens at an address look like the server's page, without a request and without a layout shift. */
async function expectSameScreens(page: Page, path: string, language: string) {
  const calls: string[] = []
  const note = (request: Request) => isOfPage(request.url()) && calls.push(request.url())
  page.on('request', note)
  await page.context().setExtraHTTPHeaders({ 'accept-language': language })
  const release = await holdScripts(page)
  await gotoServed(page, path)
  const served = await outline(page)
  release()
  await takenOver(page)
  const screens = await outline(page)
  expect(screens, `${path} in ${language}`).toEqual(withButtonsOf(served, screens))
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  expect(calls).toEqual([])
  page.off('request', note)
  await page.unroute('**/assets/*.js')
}

for (const [name, path] of Object.entries(pages)) {
  test(`${name}: the screens look as the page did, without layout shifts or calls`, { tag: '@phone' }, async ({
    page,
  }) => {
    await recordLayoutShifts(page)
    for (const language of isPhone(page) ? ['en'] : ['en', 'es']) await expectSameScreens(page, path, language)
  })
}

test('a packet: the screens look as the page did, without layout shifts or calls', { tag: '@phone' }, async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const handout = await addHandout(page, `Taken over ${Date.now()}`, ['English', 'Arabic', 'Somali'])
  const packet = await addPacket(page, [handout], { published: true })
  await endSignIn(page)
  await recordLayoutShifts(page)
  for (const path of [`/packet/${packet.readableId}`, `/packet/${packet.readableId}?lang=ar`]) {
    await expectSameScreens(page, path, 'en')
  }
})

test('pages of packets: the screens look as the page did, without layout shifts or calls', { tag: '@phone' }, async ({
  page,
}) => {
  await signInOnly(page, 'education-admin')
  const department = 'Audiology'
  const handout = await addHandout(page, `Listed ${Date.now()}`, ['English', 'Arabic', 'Somali'])
  const word = `listed${Date.now()}`
  for (let n = 0; n < 51; n++) {
    const description = n % 2 === 0 ? 'For the first days at home.' : null
    await addPacket(page, [handout], { title: `Packet ${word} ${n}`, description, department, published: true })
  }
  await endSignIn(page)
  await recordLayoutShifts(page)
  for (const path of [`/packets?q=${word}`, '/packets?page=2', `/packets?q=${word}&department=${department}&page=2`]) {
    await expectSameScreens(page, path, 'es')
  }
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
