import { expect, test } from 'vitest'
import { pageCount, pageStart, parsePage } from './pages'

test.each([
  [null, 1],
  ['', 1],
  ['0', 1],
  ['-2', 1],
  ['two', 1],
  ['3', 3],
  ['12345', 1],
] as const)('the page parameter %s means page %i', (text, page) => expect(parsePage(text)).toBe(page))

test('pages start where the one before ends', () => {
  expect([1, 2, 3].map((page) => pageStart(page, 50))).toEqual([0, 50, 100])
})

test.each([
  [0, 1],
  [1, 1],
  [50, 1],
  [51, 2],
] as const)('%i entries take %i pages of fifty', (found, pages) => expect(pageCount(found, 50)).toBe(pages))
