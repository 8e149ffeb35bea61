import { expect, test } from 'vitest'
import { indexAt } from './PacketItems'

const middles = [50, 150, 250]

test.each([
  [0, 0, 0],
  [0, 149, 0],
  [0, 151, 1],
  [0, 400, 2],
  [2, 0, 0],
  [2, 149, 1],
  [2, 300, 2],
  [1, 251, 2],
])('row %i, dragged to %i px, becomes row %i', (from, y, expected) => {
  expect(indexAt(middles, from, y)).toBe(expected)
})
