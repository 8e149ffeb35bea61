import { expect, test } from 'vitest'
import { wholeNumber } from './wholeNumber'

test.each([
  ['40', 40],
  [' 40 ', 40],
  ['\u00a040', 40],
  ['007', 7],
  ['٤٠', 40],
  ['۴۰', 40],
  ['४०', 40],
  ['４０', 40],
  ['٩', 9],
  ['0', null],
  ['101', null],
  ['99999999999999999999', null],
  ['1e1', null],
  ['1.5', null],
  ['1,5', null],
  ['-1', null],
  ['+1', null],
  ['0x10', null],
  ['½', null],
  ['Ⅳ', null],
  ['', null],
  [' ', null],
])('"%s" from 1 to 100 is %s', (text, expected) => expect(wholeNumber(text, 1, 100)).toBe(expected))
