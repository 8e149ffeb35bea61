// What axe cannot check of WCAG 2.2 AA: larger text and spacing, both orientations, and an uncovered focus.
import type { Page } from '@playwright/test'
import { findCitation, pageOf } from './support/catalogue'
import { expect, signIn, test } from './support/test'

const families = ['/', '/search?q=asthma', '/search?q=qqxxyyzz']

/** Controls and headings whose text does not fit, and the page if it scrolls sideways. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll('h1, h2, h3, a, button, label, legend, th')].filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden')) return false
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element)
      const isCut = (overflow: string, inner: number, outer: number) => overflow !== 'visible' && inner > outer + 1
      if (webkitLineClamp !== 'none') return false
      return (
        isCut(overflowX, element.scrollWidth, element.clientWidth) ||
        isCut(overflowY, element.scrollHeight, element.clientHeight)
      )
    })
    const { scrollWidth, clientWidth } = document.documentElement
    return [
      ...cut.map((element) => element.outerHTML.slice(0, 120)),
      ...(scrollWidth > clientWidth ? ['the page'] : []),
    ]
  })

/** Presses Tab through the page; returns the focused elements that were completely covered. */
async function coveredByTab(page: Page, presses: number) {
  const covered: string[] = []
  for (let n = 0; n < presses; n++) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const rects = [...element.getClientRects()]
      const points = rects.flatMap(({ left, right, top, bottom }) =>
        [0.02, 0.5, 0.98].flatMap((x) =>
          [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
        ),
      )
      const isSeen = points.some(([x, y]) => {
        const top = document.elementFromPoint(x, y)
        return top !== null && (element.contains(top) || top.closest('label')?.contains(element))
      })
      return isSeen ? null : element.outerHTML.slice(0, 120)
    })
    if (hidden) covered.push(hidden)
  }
  return covered
}

test('wider spacing of letters, words and lines cuts no text off', { tag: '@phone' }, async ({ page, request }) => {
  // The spacing of 1.4.12.
  const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`
  for (const path of [...families, pageOf(await findCitation(request, '', ({ languages }) => languages.length > 3))]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The content security policy forbids style elements.
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    }, spacing)
    expect(await cutOff(page), path).toEqual([])
  }
})

test('text of twice the size is not cut off', async ({ page }) => {
  // A window of 1280 by 800 pixels at 200 %.
  await page.setViewportSize({ width: 640, height: 400 })
  for (const path of families) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await cutOff(page), path).toEqual([])
  }
})

test('a phone may be held in either direction', { tag: ['@phone', '@only-phone'] }, async ({ page }) => {
  for (const [width, height] of [
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of families) {
      await page.goto(path)
      await expect(page.getByRole('combobox', { name: 'Search handouts' })).toBeVisible()
      expect(await cutOff(page), `${path} at ${width} pixels`).toEqual([])
    }
  }
})

test('nothing covers the focused element', async ({ page }) => {
  test.slow()
  await page.goto('/search?q=asthma')
  await expect(page.getByText(/^Showing/).first()).toBeVisible()
  expect(await coveredByTab(page, 80)).toEqual([])
  await signIn(page, 'education-admin', '/citation/add')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adding New Resource')
  expect(await coveredByTab(page, 60)).toEqual([])
})
