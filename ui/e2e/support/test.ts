// The base of every browser test: a server for each worker, and a page whose console must stay free of errors.
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { takenOver } from './pages'
import { startServer } from './server'

export { expect }

export type Account = 'visitor-nurse' | 'unit-clerk' | 'education-admin' | 'copy-center' | 'it-auditor'

interface Fixtures {
  /** The console errors that a test causes on purpose. */
  expectedConsole: RegExp | null
}

const servedOnly = new WeakMap<Page, Page['goto']>()

/** Opens a page whose scripts are delayed, and waits until the server's page is shown. */
export async function gotoServed(page: Page, path: string) {
  await (servedOnly.get(page) ?? page.goto.bind(page))(path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  // Polled from the test, because without scripts a page has no timers.
  const isStyled = () =>
    page.evaluate(() => [...document.querySelectorAll('link')].every((l) => l.rel !== 'stylesheet' || l.sheet))
  await expect.poll(isStyled).toBe(true)
}

export const test = base.extend<Fixtures, { server: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright's form of a fixture without dependencies
    async ({}, use) => {
      if (process.env.HANDOUT_URL) {
        await use(process.env.HANDOUT_URL)
        return
      }
      const server = await startServer()
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server),
  expectedConsole: [null, { option: true }],
  page: async ({ page, browser, expectedConsole }, use) => {
    const errors: string[] = []
    const note = (text: string) => {
      if (!expectedConsole?.test(text)) errors.push(text)
    }
    page.on('console', (message) => message.type() === 'error' && note(message.text()))
    page.on('pageerror', (error) => note(error.message))
    const goTo = page.goto.bind(page)
    servedOnly.set(page, goTo)
    page.goto = async (...args) => {
      const response = await goTo(...args)
      await takenOver(page)
      return response
    }
    await use(page)
    // Pages left open by a test would continue to call the server during the next ones.
    for (const other of browser.contexts()) if (other !== page.context()) await other.close()
    expect(errors, 'The console has no errors').toEqual([])
  },
})

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]

/** The sign-ins of this worker, by server and account; a test that signs out ends its own. */
const signIns = new Map<string, Cookies>()

/** Whether the server recognizes the caller. */
const isSignedIn = async (page: Page) => (await (await page.request.get('/api/config')).json()).signIn.signedIn === true

/** Signs in with the demo provider, as if the account had been pressed on its page. */
async function pressAccount(page: Page, account: Account) {
  const choice = await page.request.get('/login?return=%2F')
  const hidden = [...(await choice.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const form = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
  await page.request.post('/demo-idp/authorize', { form: { ...form, account } })
}

/** Opens `path` as this account: with the sign-in of an earlier test while it lasts, else with a new one. */
export async function signIn(page: Page, account: Account, path = '/') {
  const { origin } = new URL((await page.request.get('/api/config')).url())
  const key = `${origin} ${account}`
  const known = signIns.get(key)
  if (known) await page.context().addCookies(known)
  if (!known || !(await isSignedIn(page))) {
    await pressAccount(page, account)
    signIns.set(key, await page.context().cookies(origin))
  }
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
}

/** Waits for animations, because axe measures colors. The end of one may start the next, at most two frames later. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations === 1)
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let quiet = 0; quiet < 2; quiet = running().length === 0 ? quiet + 1 : 0) {
      await Promise.all(running().map(({ finished }) => finished.catch(() => null)))
      await frame()
    }
  })

/** Runs axe in the page itself: there are no frames, for which axe would open another page each time. */
async function violationsOf(page: Page) {
  await atRest(page)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Target size (2.5.8) is the only rule of WCAG 2.2 AA that axe does not enable by default.
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('\n  ')}`,
  )
}

/** Expects that axe finds nothing against WCAG 2.2 AA and its best practices, in the current color scheme. */
export async function expectAccessible(page: Page) {
  expect(await violationsOf(page), 'axe finds nothing').toEqual([])
}

/** The same in both color schemes. */
export async function expectAccessibleInBothSchemes(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page), `axe finds nothing in the ${colorScheme} scheme`).toEqual([])
  }
}

/** Whether the viewport is that of a phone. */
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500
