import { expect, test } from 'vitest'
import { withSelection } from '../../../listkit/useSelection'
import { orderEntry } from './orderEntry.fixture'
import { changedOrders, orderKey } from './selectedOrders'

test('a selected order that somebody changed is found', () => {
  const orders = ['26-000001', '26-000002', '26-000003'].map((number) => orderEntry({ number }))
  const selected = withSelection(new Map(), orders.slice(0, 2), true, orderKey)
  const fresh = orders.map((order) => ({ ...order, version: 2 }))
  expect(changedOrders(selected, fresh).map(orderKey)).toEqual(['26-000001', '26-000002'])
  expect(changedOrders(selected, orders)).toEqual([])
})
