// One page for the tests of a worker. In a new browser context the screens are loaded and compiled again, which is more than
// half of what opening a page costs. After each test everything that it may have left behind is removed.
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { takenOver } from './pages'

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

interface Wanted {
  /** The options of its context, which are those of the test. */
  options: BrowserContextOptions
  /** Runs in every document before its scripts. */
  init: (() => void) | null
  /** Whether the browser has loaded nothing yet. */
  firstVisit: boolean
}

interface SharedPage {
  context: BrowserContext
  /** Makes the page ready for another test. */
  reset: () => Promise<void>
}

let shared: (SharedPage & { key: string; isSpoiled: () => boolean }) | null = null

/** A context with one page: that of the previous test if it has the same options, otherwise a new one. */
export async function sharePage(browser: Browser, { options, init, firstVisit }: Wanted): Promise<SharedPage> {
  const key = JSON.stringify([options, init !== null])
  if (!firstVisit && shared?.key === key && !shared.isSpoiled()) return shared
  await shared?.context.close()
  shared = null
  const context = await browser.newContext()
  if (init) await context.addInitScript(init)
  const page = await context.newPage()
  const goTo = page.goto.bind(page)
  servedOnly.set(page, goTo)
  page.goto = async (...args) => {
    const response = await goTo(...args)
    await takenOver(page)
    return response
  }
  shared = { key, context, ...resettable(context, page, options) }
  return shared
}

/** What a test did to a page, with what undoes it. */
type Undo = Map<unknown, () => Promise<unknown>>

/** Removes what a test leaves behind. What cannot be removed spoils the page for other tests. */
function resettable(context: BrowserContext, page: Page, options: BrowserContextOptions) {
  const undo: Undo = new Map()
  const isSpoiled = spoiledByClock(page)
  for (const target of [context, page]) undoInitScripts(target, undo)
  const grant = context.grantPermissions.bind(context)
  context.grantPermissions = (...args) => {
    undo.set('permissions', () => context.clearPermissions())
    return grant(...args)
  }
  const emulate = page.emulateMedia.bind(page)
  page.emulateMedia = (media) => {
    const { colorScheme = 'light', forcedColors = 'none', reducedMotion = 'no-preference' } = options
    undo.set('media', () => emulate({ media: null, colorScheme, forcedColors, reducedMotion }))
    return emulate(media)
  }
  const setHeaders = context.setExtraHTTPHeaders.bind(context)
  context.setExtraHTTPHeaders = (headers) => {
    undo.set('headers', () => setHeaders({}))
    return setHeaders(headers)
  }
  const reset = async () => {
    for (const other of context.pages()) if (other !== page) await other.close()
    if (isSpoiled()) return
    page.removeAllListeners()
    await Promise.all([page, context].map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })))
    // A page of the server without scripts: a blank one would end the process that has compiled the screens.
    await servedOnly.get(page)?.('/robots.txt')
    const steps = [...undo.values()]
    undo.clear()
    const { viewport } = options
    const { width, height } = page.viewportSize() ?? {}
    const isResized = viewport?.width !== width || viewport?.height !== height
    await Promise.all([
      ...steps.map((step) => step()),
      context.clearCookies(),
      page.evaluate(() => [localStorage, sessionStorage].map((storage) => storage.clear())),
      page.mouse.move(0, 0),
      isResized && viewport && page.setViewportSize(viewport),
    ])
  }
  return { reset, isSpoiled }
}

function undoInitScripts(target: BrowserContext | Page, undo: Undo) {
  type Add = (...args: unknown[]) => ReturnType<Page['addInitScript']>
  const add = target.addInitScript.bind(target) as Add
  const addUndoable: Add = async (...args) => {
    const script = await add(...args)
    undo.set(script, () => script.dispose())
    return script
  }
  target.addInitScript = addUndoable as Page['addInitScript']
}

/** Whether the page was closed, or got a clock, which stays. */
function spoiledByClock(page: Page) {
  let hasClock = false
  const install = page.clock.install.bind(page.clock)
  page.clock.install = (...args) => {
    hasClock = true
    return install(...args)
  }
  return () => hasClock || page.isClosed()
}
