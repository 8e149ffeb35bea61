import { expect, test } from 'vitest'
import { reviewEntry } from './reviewEntry.fixture'
import { noTicks, rangeOf, withTicks } from './ticks'

const [a, b, c] = ['a', 'b', 'c'].map((id) => reviewEntry({ id })) as [never, never, never]

test('ticks come and go', () => {
  const both = withTicks(noTicks, [a, b], true)
  expect([...both.keys()]).toEqual(['a', 'b'])
  expect([...withTicks(both, [a], false).keys()]).toEqual(['b'])
})

test('a range goes both ways, and is one citation when it begins nowhere', () => {
  const ids = (from: string | null, to: string) => rangeOf([a, b, c], from, to).map(({ id }) => id)
  expect(ids('a', 'c')).toEqual(['a', 'b', 'c'])
  expect(ids('c', 'b')).toEqual(['b', 'c'])
  expect(ids(null, 'b')).toEqual(['b'])
  expect(ids('x', 'b')).toEqual(['b'])
  expect(ids('a', 'x')).toEqual([])
})
