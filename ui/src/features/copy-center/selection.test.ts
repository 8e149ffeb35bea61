import { expect, test } from 'vitest'
import { orderEntry } from './orderEntry.fixture'
import { changedSince, maxTicked, nothing, rangeOf, withTicks } from './selection'

const orders = ['26-000001', '26-000002', '26-000003', '26-000004'].map((number) => orderEntry({ number }))
const numbers = (entries: Iterable<{ number: string }>) => [...entries].map(({ number }) => number)

test('ticks are added and taken away', () => {
  const two = withTicks(nothing, orders.slice(0, 2), true)
  expect(numbers(two.values())).toEqual(['26-000001', '26-000002'])
  expect(numbers(withTicks(two, orders.slice(1), false).values())).toEqual(['26-000001'])
})

test('no more are ticked than can be', () => {
  const many = Array.from({ length: maxTicked + 5 }, (_, n) => orderEntry({ number: `26-${n}` }))
  expect(withTicks(nothing, many, true).size).toBe(maxTicked)
})

test('a range goes both ways, and is one order when its start has gone', () => {
  expect(numbers(rangeOf(orders, '26-000002', '26-000004'))).toEqual(['26-000002', '26-000003', '26-000004'])
  expect(numbers(rangeOf(orders, '26-000003', '26-000001'))).toEqual(['26-000001', '26-000002', '26-000003'])
  expect(numbers(rangeOf(orders, '25-000009', '26-000003'))).toEqual(['26-000003'])
  expect(numbers(rangeOf(orders, null, '26-000003'))).toEqual(['26-000003'])
})

test('a ticked order that somebody changed is found', () => {
  const ticked = withTicks(nothing, orders.slice(0, 2), true)
  const fresh = orders.map((order) => ({ ...order, version: 2 }))
  expect(numbers(changedSince(ticked, fresh))).toEqual(['26-000001', '26-000002'])
  expect(changedSince(ticked, orders)).toEqual([])
})
