// The contrasts of WCAG 2.2 (1.4.3, 1.4.11) between text colors and their backgrounds, in every color scheme.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync('src/styles/tokens.css', 'utf8')

/** The hexadecimal colors of a block of declarations. */
const colorsIn = (block: string) =>
  new Map([...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, n, c]) => [n, c]))
const media = (query: string) => css.slice(css.indexOf(`@media ${query}`)).split('\n}\n')[0] ?? ''

const light = colorsIn(css.slice(0, css.indexOf('@media')))
const schemes = {
  light,
  dark: new Map([...light, ...colorsIn(media('(prefers-color-scheme: dark)'))]),
  paper: new Map([...light, ...colorsIn(media('print'))]),
}

/** Relative luminance, as WCAG defines it. */
function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string) {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** Text colors with their backgrounds. */
const texts = [
  ['ink', 'paper'],
  ['ink', 'panel'],
  ['ink', 'accent-soft'],
  ['ink', 'error-soft'],
  ['ink-muted', 'paper'],
  ['ink-muted', 'panel'],
  ['accent', 'paper'],
  ['accent', 'panel'],
  ['accent-strong', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-mark', 'mark'],
  ['error', 'paper'],
  ['error', 'error-soft'],
  ['on-error', 'error'],
  ['on-badge', 'badge'],
] as const

/** Borders of controls, and icons. */
const controls = [
  ['line-control', 'paper'],
  ['line-control', 'panel'],
  ['accent', 'accent-soft'],
] as const

const pairs = [...texts.map((pair) => [...pair, 4.5] as const), ...controls.map((pair) => [...pair, 3] as const)]
const cases = Object.entries(schemes).flatMap(([scheme, colors]) =>
  pairs.map(([front, back, least]) => ({ scheme, colors, front, back, least })),
)

test.each(cases)('$scheme: $front on $back is at least $least:1', ({ colors, front, back, least }) => {
  const [one, other] = [colors.get(front), colors.get(back)]
  if (!one || !other) throw new Error(`tokens.css has no color ${one ? back : front}`)
  expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
})

test('contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
})
