// Measures the layout of a page: line lengths, layout shifts, edges.
import { expect, type Locator, type Page } from '@playwright/test'

/** The lines of text that are longer than this many characters. */
export const linesLongerThan = (page: Page, most: number) =>
  page.evaluate((limit) => {
    const lines = new Map<Element, Map<number, string>>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (
        !parent?.checkVisibility({ visibilityProperty: true }) ||
        parent.closest('.visually-hidden, script, noscript')
      )
        continue
      let block: Element = parent
      while (block.parentElement && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
      const own = lines.get(block) ?? new Map<number, string>()
      lines.set(block, own)
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+\s*/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const top = Math.round((range.getClientRects()[0]?.top ?? 0) / 8)
        own.set(top, (own.get(top) ?? '') + word)
      }
    }
    return [...lines.values()].flatMap((own) => [...own.values()].filter((line) => line.trim().length > limit))
  }, most)

/** Makes the window this many pixels wide, and waits until the page is laid out for it. */
export async function resizeWidth(page: Page, width: number) {
  await page.setViewportSize({ width, height: 844 })
  // Media queries call their listeners before the first frame, which may change the page for the second.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Expects that nothing makes the page scroll sideways, neither on a wide screen nor on a phone, whose width it leaves. */
export async function expectFit(page: Page) {
  for (const width of [1280, 390]) {
    await resizeWidth(page, width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
  }
}

/** Starts to add up the layout shifts; call it before the navigation. */
export const recordLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) seen.shift += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The cumulative layout shift since the start of the page. */
export const layoutShift = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

/** Expects that the whole element is visible without scrolling. */
export async function expectInFirstScreen(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const box = await target.boundingBox()
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
}

/** Expects that an element other than the page itself has the focus. */
export const expectFocusKept = (page: Page, what: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body), {
      message: `the focus is somewhere after: ${what}`,
    })
    .toBe(true)
