// The server's pages and the screens that replace them.
import type { Page } from '@playwright/test'

/** Separates a link and its address in an outline. */
const arrow = ' → '

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

/** The outline of a page, without the addresses of links for which the screens have buttons. */
export const withButtonsOf = (served: readonly string[], screens: readonly string[]) =>
  served.map((line, at) => (screens[at]?.includes(arrow) ? line : (line.split(arrow)[0] ?? '')))

/**
 * What a person sees of a page, one line per element: its depth, tag, classes and own text, and where it leads. Hidden
 * elements are left out, and so is the filter rail, in which the server has links instead of checkboxes. Differences
 * between links and buttons, and between forms and plain boxes, are ignored.
 */
export const outline = (page: Page) =>
  page.evaluate((to) => {
    const ofScripts = /^(needs|without)-scripts$/
    const tagOf = ({ tagName }: Element) =>
      /^(A|BUTTON)$/.test(tagName) ? 'control' : tagName === 'FORM' ? 'div' : tagName.toLowerCase()
    const leadsTo = (element: Element) =>
      element.tagName === 'A' && element.closest('main') ? to + element.getAttribute('href') : ''
    const ownText = (element: Element) =>
      [...element.childNodes]
        .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : []))
        .join('')
        .replace(/\s+/g, ' ')
        .trim()
    const lines: string[] = []
    const walk = (element: Element, depth: number) => {
      if (!element.checkVisibility() || element.matches('aside, [role="status"], script, noscript')) return
      const classes = [...element.classList].filter((name) => !ofScripts.test(name)).sort()
      lines.push(`${depth} ${[tagOf(element), ...classes].join('.')} ${ownText(element)}`.trim() + leadsTo(element))
      if (element.tagName !== 'svg') for (const child of element.children) walk(child, depth + 1)
    }
    const root = document.getElementById('root')
    for (const child of root?.children ?? []) walk(child, 0)
    return lines
  }, arrow)
