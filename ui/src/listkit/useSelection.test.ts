import { expect, test } from 'vitest'
import { itemRange, type Selection, withSelection } from './useSelection'

const key = (item: string) => item
const none: Selection<string> = new Map()

test('items are selected and deselected', () => {
  const both = withSelection(none, ['a', 'b'], true, key)
  expect([...both.keys()]).toEqual(['a', 'b'])
  expect([...withSelection(both, ['a'], false, key).keys()]).toEqual(['b'])
})

test('items beyond the maximum are not selected, selected ones stay', () => {
  const two = withSelection(none, ['a', 'b', 'c'], true, key, 2)
  expect([...two.keys()]).toEqual(['a', 'b'])
  expect([...withSelection(two, ['b', 'c'], true, key, 2).keys()]).toEqual(['a', 'b'])
})

test('a range works in both directions, and is one item without a start', () => {
  const range = (from: string | null, to: string) => itemRange(['a', 'b', 'c'], from, to, key).join('')
  expect(range('a', 'c')).toBe('abc')
  expect(range('c', 'b')).toBe('bc')
  expect(range(null, 'b')).toBe('b')
  expect(range('x', 'b')).toBe('b')
  expect(range('a', 'x')).toBe('')
})
