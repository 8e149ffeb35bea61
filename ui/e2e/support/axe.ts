// Runs axe on a page. It is loaded once for each document, and checks what costs most once for each appearance.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

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

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const axeOptions: axe.RunOptions = {
  resultTypes: ['violations'],
  // Target size (2.5.8) is the only rule of WCAG 2.2 AA that axe does not enable by default.
  rules: { 'target-size': { enabled: true } },
}

/** The rules that look at colors: what the others find is the same in both color schemes. */
const colorRules: axe.RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** A running check; the data of a result says why it is not about what is seen, such as that the element is hidden. */
interface Check {
  data: (data?: { messageKey?: string }) => void
}

/** What axe has in the page beside its interface. */
interface Audit {
  rules: { id: string; matches: (node: Element, ...rest: unknown[]) => boolean }[]
  checks: Record<string, { evaluate: (this: Check, node: Element, ...rest: unknown[]) => boolean | undefined }>
}

interface Scanner {
  axe: { run: typeof axe.run; _audit: Audit }
  /** Forgets the elements of the scan before, and returns the appearances that have passed in it. */
  takeAppearances: () => number[]
}

/** The appearances in any page that have passed the rules which are checked once. */
const knownAppearances = new Set<number>()

/**
 * Makes axe check the contrast and the target size of each appearance once, because that is most of the time of a scan. The
 * appearance of an element is a hash of the names, classes and computed colors of it and of everything around it; that of a target
 * also of its size and of the targets near it.
 */
function checkAppearancesOnce(known: readonly number[]) {
  const scanner = window as unknown as Scanner
  const passed = new Set(known)
  let found: number[] = []
  let appearances = new WeakMap<Element, number>()
  /** FNV-1a with 52 bits. */
  const hashOf = (texts: readonly unknown[]) => {
    let [high, low] = [0xcbf29ce4, 0x84222325]
    for (const letter of texts.join()) {
      high = Math.imul(high ^ letter.charCodeAt(0), 0x01000193) >>> 0
      low = Math.imul(low ^ (letter.charCodeAt(0) + high), 0x01000197) >>> 0
    }
    return (high & 0xfffff) * 2 ** 32 + low
  }
  const appearanceOf = (element: Element): number => {
    const seen = appearances.get(element)
    if (seen !== undefined) return seen
    const style = getComputedStyle(element)
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, visibility } = style
    const around = element.parentElement ? appearanceOf(element.parentElement) : 0
    const own = [element.tagName, element.getAttribute('class'), color, backgroundColor, backgroundImage, opacity]
    const appearance = hashOf([around, ...own, fontSize, fontWeight, textShadow, visibility])
    appearances.set(element, appearance)
    return appearance
  }
  /** The targets in the page with their rectangles. */
  let targets: Map<Element, DOMRect> | null = null
  const near = 48
  /** The appearance of a target with what is near it, in whole pixels from its corner; undefined for other elements. */
  const targetOf = (element: Element) => {
    targets ??= new Map(
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].map((target) => [
        target,
        target.getBoundingClientRect(),
      ]),
    )
    const own = targets.get(element)
    if (!own) return
    const isNear = ({ left, right, top, bottom }: DOMRect) =>
      left < own.right + near && right > own.left - near && top < own.bottom + near && bottom > own.top - near
    const placed = ({ left, top, width, height }: DOMRect) =>
      [left - own.left, top - own.top, width, height].map(Math.round).join(' ')
    return hashOf([appearanceOf(element), ...[...targets.values()].filter(isNear).map(placed)])
  }
  /** Skips elements with a key that has passed one of the checks of a rule. */
  const checkOnce = (name: string, checks: readonly string[], keyOf: (element: Element) => number | undefined) => {
    const rule = scanner.axe._audit.rules.find(({ id }) => id === name)
    if (!rule) throw new Error(`axe has no rule ${name}`)
    const { matches } = rule
    const hasPassed = (key: number | undefined) => key !== undefined && passed.has(key)
    rule.matches = (node, ...rest) => !hasPassed(keyOf(node)) && matches.call(rule, node, ...rest)
    for (const check of checks.map((id) => scanner.axe._audit.checks[id])) {
      if (!check) throw new Error(`axe has no check of ${name}`)
      const { evaluate } = check
      check.evaluate = function (node, ...rest) {
        const key = keyOf(node)
        if (hasPassed(key)) return true
        let reason: string | undefined
        const noted: Check = Object.create(this)
        noted.data = (data) => {
          reason = data?.messageKey
          this.data(data)
        }
        const result = evaluate.call(noted, node, ...rest)
        if (result === true && reason === undefined && key !== undefined) {
          passed.add(key)
          found.push(key)
        }
        return result
      }
    }
  }
  checkOnce('color-contrast', ['color-contrast'], appearanceOf)
  checkOnce('target-size', ['target-size', 'target-offset'], targetOf)
  scanner.takeAppearances = () => {
    const taken = found
    found = []
    appearances = new WeakMap()
    targets = null
    return taken
  }
}

/** Runs axe in the page, which has no frames. Axe's own builder for Playwright would load it twice for each scan. */
async function violationsOf(page: Page, options = axeOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(`${axeSource}\nundefined`)
    await page.evaluate(checkAppearancesOnce, [...knownAppearances])
  }
  await atRest(page)
  const { violations, appearances } = await page.evaluate(async (run) => {
    const scanner = window as unknown as Scanner
    const { violations } = await scanner.axe.run(document, run)
    return { violations, appearances: scanner.takeAppearances() }
  }, options)
  for (const appearance of appearances) knownAppearances.add(appearance)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('\n  ')}`,
  )
}

/** Expects that axe finds nothing against WCAG 2.2 AA and its best practices, in the current color scheme. */
export async function expectAccessible(page: Page) {
  expect(await violationsOf(page), 'axe finds nothing').toEqual([])
}

/** The same, and the rules about colors again in the dark scheme. */
export async function expectAccessibleInBothSchemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page, colorRules), 'axe finds nothing in the dark scheme').toEqual([])
}
