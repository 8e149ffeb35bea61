// The base of every browser test: a server for each worker, and a page whose console must stay free of errors.
import { type BrowserContextOptions, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { type Files, hostFiles } from './fileHost'
import { startServer } from './server'
import { sharePage } from './sharedPage'

export { expectAccessible, expectAccessibleInBothSchemes } from './axe'
export { gotoServed } from './sharedPage'
export { expect }

export type Account = 'visitor-nurse' | 'unit-clerk' | 'education-admin' | 'copy-center' | 'it-auditor'

interface Fixtures {
  /** The console errors that a test causes on purpose. */
  expectedConsole: RegExp | null
  /** Whether the browser has shown what each role can do, so that pages begin with their content. */
  welcomed: boolean
  /** Whether a test needs a browser that has loaded nothing yet. */
  firstVisit: boolean
  /** Playwright's own: all options of a context together. */
  _combinedContextOptions: BrowserContextOptions
}

/** In the browser: marks the first sign-in of every role as past. */
function markWelcomed() {
  try {
    localStorage.setItem('welcomed', JSON.stringify(['first-week', 'audit-trail', 'answer-orders', 'find-a-handout']))
  } catch {}
}

/** Whether the picture of a file was not drawn within two seconds; the screens ask for it again. */
const isLatePicture = (message: ConsoleMessage) =>
  message.text().includes('status of 503') && /\/preview(\?|$)/.test(message.location().url)

export const test = base.extend<Fixtures, { files: Files; server: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright's form of a fixture without dependencies
  files: [({}, use) => hostFiles(use), { scope: 'worker' }],
  server: [
    async ({ files }, use) => {
      if (process.env.HANDOUT_URL) {
        await use(process.env.HANDOUT_URL)
        return
      }
      const { host } = new URL(files.url('/'))
      const server = await startServer([], { HANDOUT_LINKS__ALLOW_HOSTS: JSON.stringify([host]) })
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server),
  expectedConsole: [null, { option: true }],
  welcomed: [true, { option: true }],
  firstVisit: [false, { option: true }],
  context: async ({ browser, welcomed, firstVisit, _combinedContextOptions: options }, use) => {
    const { context, reset } = await sharePage(browser, { options, init: welcomed ? markWelcomed : null, firstVisit })
    await use(context)
    await reset()
  },
  page: async ({ context, browser, expectedConsole }, use) => {
    const [page] = context.pages()
    if (!page) throw new Error('The context has no page')
    const errors: string[] = []
    const note = (text: string) => {
      if (!expectedConsole?.test(text)) errors.push(text)
    }
    page.on('console', (message) => {
      if (message.type() === 'error' && !isLatePicture(message)) note(message.text())
    })
    page.on('pageerror', (error) => note(error.message))
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

/** Signs in without opening a page: with the sign-in of an earlier test while it lasts, else with a new one. */
export async function signInOnly(page: Page, account: Account) {
  const { origin } = new URL((await page.request.get('/api/config')).url())
  const key = `${origin} ${account}`
  const known = signIns.get(key)
  if (known) await page.context().addCookies(known)
  if (known && (await isSignedIn(page))) return
  await pressAccount(page, account)
  expect(await isSignedIn(page), `${account} is signed in`).toBe(true)
  signIns.set(key, await page.context().cookies(origin))
}

/** Opens `path` as this account. */
export async function signIn(page: Page, account: Account, path = '/') {
  await signInOnly(page, account)
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
}

/** Ends the sign-in. Leaves the page first, because calls that it still makes would be refused. */
export async function endSignIn(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Whether the viewport is that of a phone. */
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500
