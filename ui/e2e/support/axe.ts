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

interface Color {
  r: number
  g: number
  b: number
  alpha: number
  parseString: (text: string) => Color
}

type Colors = Record<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>

/** The colors that axe has parsed in any page, by their text. It parses those of every element and background. */
const knownColors: Colors = {}

/** Caches the colors that axe parses: that is a quarter of the time of a scan. */
function cacheColors(known: Colors) {
  const { axe } = window as unknown as { axe: { commons: { color: { Color: new () => Color } } } }
  const { prototype } = axe.commons.color.Color
  const parse = prototype.parseString
  prototype.parseString = function (this: Color, text: string) {
    const color = known[text]
    if (color) return Object.assign(this, color)
    parse.call(this, text)
    const { r, g, b, alpha } = this
    known[text] = { r, g, b, alpha }
    return this
  }
  Object.assign(window, { axeColors: known })
}

/** Runs axe in the page, which has no frames. Axe's own builder for Playwright would load it twice for each scan. */
async function violationsOf(page: Page, options = axeOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(`${axeSource}\nundefined`)
    await page.evaluate(cacheColors, knownColors)
  }
  await atRest(page)
  const { violations, colors } = await page.evaluate(async (run) => {
    const { axe: runner, axeColors } = window as unknown as { axe: typeof axe; axeColors: Colors }
    return { violations: (await runner.run(document, run)).violations, colors: axeColors }
  }, options)
  Object.assign(knownColors, colors)
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
