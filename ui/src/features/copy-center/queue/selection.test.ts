import { expect, test } from 'vitest'
import { orderEntry } from './orderEntry.fixture'
import { changedOrders, maxSelected, nothing, selectRange, withSelection } from './selection'

const orders = ['26-000001', '26-000002', '26-000003', '26-000004'].map((number) => orderEntry({ number }))
const numbers = (entries: Iterable<{ number: string }>) => [...entries].map(({ number }) => number)

test('orders are selected and deselected', () => {
  const two = withSelection(nothing, orders.slice(0, 2), true)
  expect(numbers(two.values())).toEqual(['26-000001', '26-000002'])
  expect(numbers(withSelection(two, orders.slice(1), false).values())).toEqual(['26-000001'])
})

test('no more are selected than can be', () => {
  const many = Array.from({ length: maxSelected + 5 }, (_, n) => orderEntry({ number: `26-${n}` }))
  expect(withSelection(nothing, many, true).size).toBe(maxSelected)
})

test('a range goes both ways, and is one order when its start has gone', () => {
  expect(numbers(selectRange(orders, '26-000002', '26-000004'))).toEqual(['26-000002', '26-000003', '26-000004'])
  expect(numbers(selectRange(orders, '26-000003', '26-000001'))).toEqual(['26-000001', '26-000002', '26-000003'])
  expect(numbers(selectRange(orders, '25-000009', '26-000003'))).toEqual(['26-000003'])
  expect(numbers(selectRange(orders, null, '26-000003'))).toEqual(['26-000003'])
})

test('a selected order that somebody changed is found', () => {
  const selected = withSelection(nothing, orders.slice(0, 2), true)
  const fresh = orders.map((order) => ({ ...order, version: 2 }))
  expect(numbers(changedOrders(selected, fresh))).toEqual(['26-000001', '26-000002'])
  expect(changedOrders(selected, orders)).toEqual([])
})
