// From the hospital: an administrator promotes a result within a minute, and visitors see it, with and without scripts; the
// other sites below doubtful results; sharing.
import { addCitation } from '../support/citations'
import { choose, press, tabTo, type } from '../support/keyboard'
import { startServer } from '../support/server'
import { expect, expectAccessible, gotoServed, isPhone, signIn, signInOnly, test } from '../support/test'

const sites = '[{name = "Kids & Co.", url = "https://kids.example.org/find?q={q}"}]'

// The settings of the other tests name no sites.
test.use({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright's form of a fixture without dependencies
    async ({}, use) => {
      const server = await startServer([], { HANDOUT_SEARCH__ELSEWHERE: sites })
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

let made = 0
const unique = () => `zp${Date.now()}${made++}`

/** Presses of keys that a person makes in a minute, at two a second. */
const MAX_PRESSES = 120

test('a result is promoted by keyboard in under a minute, and leads families to it', async ({
  page,
  browser,
  server,
}) => {
  test.skip(isPhone(page), 'a keyboard')
  const word = unique()
  await signInOnly(page, 'education-admin')
  const citation = await addCitation(page, { title: `Parking ${word}` })
  await page.goto('/')
  let presses = 0
  const keyboard = page.keyboard
  const pressKey = keyboard.press.bind(keyboard)
  keyboard.press = (...args) => {
    presses++
    return pressKey(...args)
  }
  await signIn(page, 'education-admin', '/manage_lookups')
  await tabTo(page, page.getByRole('combobox', { name: 'Category' }))
  await page.keyboard.type('Promoted results')
  await press(page, page.getByRole('button', { name: 'Promote a result' }))
  await expect(page.getByRole('textbox', { name: 'Phrases' })).toBeFocused()
  await page.keyboard.type(`where can I park ${word}\n${word} parking`)
  await type(page, page.getByRole('textbox', { name: 'Title' }), `Where to park ${word}`)
  await tabTo(page, page.getByRole('combobox', { name: 'Leads to' }))
  await choose(page, page.getByRole('combobox', { name: 'Handout' }), `Parking ${word}`)
  await expectAccessible(page)
  await press(page, page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText(`Where to park ${word}`).first()).toBeVisible()
  expect(presses, 'presses of keys beside typed text').toBeLessThan(MAX_PRESSES)

  const context = await browser.newContext({ baseURL: server, javaScriptEnabled: false })
  const family = await context.newPage()
  await family.goto(`/search?q=${encodeURIComponent(`parking ${word}`)}&page=1&obsolete=false`)
  const promoted = family.getByRole('region', { name: 'From the hospital' })
  await expect(promoted.getByRole('link', { name: `Where to park ${word}` })).toBeVisible()
  await promoted.getByRole('link', { name: `Where to park ${word}` }).click()
  await expect(family.getByRole('heading', { level: 1, name: citation.title })).toBeVisible()
  await context.close()

  await page.goto(`/search?q=${encodeURIComponent(`the parking ${word}`)}&page=1&obsolete=false`)
  await expect(
    page.getByRole('region', { name: 'From the hospital' }).getByRole('link', { name: `Where to park ${word}` }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('few results offer other sites, in the language of the screens and without scripts', async ({
  page,
  browser,
  server,
}) => {
  const q = 'qwxyzv & 50 %'
  const address = `/search?q=${encodeURIComponent(q)}&page=1&obsolete=false`
  const href = `https://kids.example.org/find?q=qwxyzv%20%26%2050%20%25`
  await page.goto(address)
  const site = page.getByRole('link', { name: /^Kids & Co\./ })
  await expect(site).toHaveAttribute('href', href)
  await expect(site).toHaveAttribute('rel', 'noopener noreferrer')
  await expectAccessible(page)
  const context = await browser.newContext({ baseURL: server, javaScriptEnabled: false })
  const family = await context.newPage()
  await gotoServed(family, address)
  await expect(family.getByRole('link', { name: /^Kids & Co\./ })).toHaveAttribute('href', href)
  await context.close()
  // Never below a search about danger.
  await page.goto('/search?q=i%20want%20to%20kill%20myself&page=1&obsolete=false')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Kids & Co\./ })).toHaveCount(0)
})

test('a handout is shared by link, mail or the share sheet of the device', { tag: ['@phone', '@only-phone'] }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }))
  await page.goto('/citation/asthma-action-plan')
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.focus()
  await page.keyboard.press('Enter')
  const copy = page.getByRole('menuitem', { name: 'Copy link' })
  await expect(copy).toBeFocused()
  await expectAccessible(page)
  const mail = await page.getByRole('menuitem', { name: 'Email' }).getAttribute('href')
  expect(mail).toMatch(/^mailto:\?subject=Asthma%20action%20plan&body=Asthma%20action%20plan%0D%0Ahttp/)
  await page.keyboard.press('Enter')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toMatch(/^\/(i|citation)\//)
  expect((await page.request.get(copied)).url()).toContain('/citation/asthma-action-plan')
  await expect(share).toBeFocused()
})
