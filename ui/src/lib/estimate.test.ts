import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dollars, isColor, lineCents, sumEstimates } from './estimate'

const cases = JSON.parse(readFileSync('../tests/color_specs.json', 'utf8')) as [string, boolean][]

test.each(cases)('"%s" is in color: %s', (specs, expected) => {
  expect(isColor(specs)).toBe(expected)
})

test('a line costs its pages times its pieces', () => {
  expect(lineCents({ quantity: 40, printingSpecs: null, pages: 2 })).toBe(560)
  expect(lineCents({ quantity: 40, printingSpecs: 'Color, stapled', pages: 2 })).toBe(1360)
  expect(lineCents({ quantity: 40, printingSpecs: null, pages: null })).toBeNull()
})

test('a total counts the lines that it omits', () => {
  const line = { quantity: 10, printingSpecs: null, pages: 1 }
  expect(sumEstimates([line, line, { ...line, pages: null }])).toEqual({ cents: 140, known: 2, unknown: 1 })
})

test('dollars have two decimals', () => {
  expect([0, 1.1, 12345.67].map((amount) => dollars(amount))).toEqual(['$0.00', '$1.10', '$12,345.67'])
})
