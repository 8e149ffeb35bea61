// The server's pages and the screens that replace them.
import type { Page } from '@playwright/test'

/** Waits until the screens have replaced the server's page; at once on any other page. */
export async function takenOver(page: Page): Promise<void> {
  // `waitForFunction` would load Playwright's script for locators into the page's own world, at every navigation.
  const observed = () =>
    new Promise<void>((resolve) => {
      const resolveWhenTaken = () => {
        const root = document.getElementById('root')
        if (root !== null && !Object.keys(root).some((key) => key.startsWith('__reactContainer'))) return
        observer.disconnect()
        resolve()
      }
      // The screens are mounted in an element of their own, which replaces the server's.
      const observer = new MutationObserver(resolveWhenTaken)
      observer.observe(document, { childList: true, subtree: true })
      resolveWhenTaken()
    })
  await page.evaluate(observed).catch((error: Error) => {
    // The page went elsewhere meanwhile.
    if (/context was destroyed|navigation/i.test(error.message)) return takenOver(page)
    throw error
  })
}

/** Delays the scripts of the page until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Removes content and data from the first page, so that its screens have to load everything themselves. */
export const emptyFirstPage = (page: Page) =>
  page.route(
    (url) => !/^\/(api|assets)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.replace(/(<div id="root"[^>]*>).*<\/body>/s, '$1</div></body>') })
    },
  )
