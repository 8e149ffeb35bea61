// Runs axe on a page. It takes a fifth of the time of all browser tests, so it is loaded once for each document.
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

/** What axe has in the page beside its interface. */
interface Audit {
  rules: { id: string; matches: (node: Element, ...rest: unknown[]) => boolean }[]
  checks: Record<string, { evaluate: (node: Element, ...rest: unknown[]) => boolean | undefined }>
}

interface Scanner {
  axe: { run: typeof axe.run; _audit: Audit }
  /** Forgets the elements of the scan before, and returns the appearances whose contrast was sufficient in it. */
  takeAppearances: () => number[]
}

/** The appearances of texts in any page whose contrast is sufficient. */
const knownAppearances = new Set<number>()

/**
 * Makes axe check the contrast of each appearance once, because that is half to two thirds of the time of a scan. The appearance of
 * an element is a hash of the names, classes and computed colors of it and of everything around it.
 */
function checkAppearancesOnce(known: readonly number[]) {
  const scanner = window as unknown as Scanner
  const sufficient = new Set(known)
  let found: number[] = []
  let appearances = new WeakMap<Element, number>()
  const appearanceOf = (element: Element): number => {
    const seen = appearances.get(element)
    if (seen !== undefined) return seen
    const style = getComputedStyle(element)
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, visibility } = style
    const parent = element.parentElement ? appearanceOf(element.parentElement) : 0
    const own = [element.tagName, element.getAttribute('class'), color, backgroundColor, backgroundImage]
    // FNV-1a with 52 bits.
    let hash = 0xcbf29ce4
    let low = 0x84222325
    for (const letter of [parent, ...own, opacity, fontSize, fontWeight, textShadow, visibility].join()) {
      hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
      low = Math.imul(low ^ (letter.charCodeAt(0) + hash), 0x01000197) >>> 0
    }
    const appearance = (hash & 0xfffff) * 2 ** 32 + low
    appearances.set(element, appearance)
    return appearance
  }
  const rule = scanner.axe._audit.rules.find(({ id }) => id === 'color-contrast')
  const check = scanner.axe._audit.checks['color-contrast']
  if (!rule || !check) throw new Error('axe has no rule about contrast')
  const { matches } = rule
  rule.matches = (node, ...rest) => !sufficient.has(appearanceOf(node)) && matches.call(rule, node, ...rest)
  const { evaluate } = check
  check.evaluate = function (this: unknown, node, ...rest) {
    const appearance = appearanceOf(node)
    if (sufficient.has(appearance)) return true
    const result = evaluate.call(this, node, ...rest)
    if (result === true) {
      sufficient.add(appearance)
      found.push(appearance)
    }
    return result
  }
  scanner.takeAppearances = () => {
    const taken = found
    found = []
    appearances = new WeakMap()
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
