import { expect, test } from 'vitest'
import { reviewEntry } from './reviewEntry.fixture'
import { noSelection, selectRange, withSelection } from './selection'

const [a, b, c] = ['a', 'b', 'c'].map((id) => reviewEntry({ id })) as [never, never, never]

test('selection come and go', () => {
  const both = withSelection(noSelection, [a, b], true)
  expect([...both.keys()]).toEqual(['a', 'b'])
  expect([...withSelection(both, [a], false).keys()]).toEqual(['b'])
})

test('a range works in both directions, and is one citation without a start', () => {
  const ids = (from: string | null, to: string) => selectRange([a, b, c], from, to).map(({ id }) => id)
  expect(ids('a', 'c')).toEqual(['a', 'b', 'c'])
  expect(ids('c', 'b')).toEqual(['b', 'c'])
  expect(ids(null, 'b')).toEqual(['b'])
  expect(ids('x', 'b')).toEqual(['b'])
  expect(ids('a', 'x')).toEqual([])
})
