import { expect, test } from 'vitest'
import { pageCount, pageMargins, pageStart, pageWindow, parsePage } from './Pagination'

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

test.each([
  [1, 9, 5, [1, 2, 3, 4, 5]],
  [5, 9, 5, [3, 4, 5, 6, 7]],
  [9, 9, 5, [5, 6, 7, 8, 9]],
  [8, 9, 5, [5, 6, 7, 8, 9]],
  [2, 3, 5, [1, 2, 3]],
  [1, 9, 2, [1, 2]],
  [5, 9, 2, [5, 6]],
  [9, 9, 2, [8, 9]],
  [1, 1, 5, [1]],
])('page %i of %i, %i wide', (current, total, width, expected) => {
  expect(pageWindow(current, total, width)).toEqual(expected)
})

test('a page beyond the last one gets the last pages', () => {
  expect(pageWindow(40, 9, 5)).toEqual([5, 6, 7, 8, 9])
})

test.each([
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 12, [1, 2, 3, 'gap', 11, 12]],
  [6, 12, [1, 2, 'gap', 5, 6, 7, 'gap', 11, 12]],
  [12, 12, [1, 2, 'gap', 10, 11, 12]],
])('margins of 2 and 3 around page %i of %i', (current, total, expected) => {
  expect(pageMargins(current, total, 2, 3)).toEqual(expected)
})
