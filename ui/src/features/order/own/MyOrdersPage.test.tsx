import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../../testApp'
import MyOrdersPage from './MyOrdersPage'

const order = (number: string, state: string) => ({
  id: number,
  number,
  state,
  department: 'Surgery',
  mailStop: 'MB 1',
  dateOfOrder: '2026-01-05',
  dateRequired: '2026-01-24',
  estimate: null,
  lines: [],
  events: [{ state, at: '2026-01-05T12:00:00Z', by: 'Cora', note: null }],
})

test('orders with a question come first, the others newest first', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/user/orders': () =>
      json([order('26-000004', 'received'), order('26-000003', 'waiting'), order('26-000002', 'sent')]),
  })
  show(<MyOrdersPage />, 'nora', '/my_orders')
  await screen.findByRole('textbox', { name: /Your answer/ })
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Order 26-000003',
    'Order 26-000004',
    'Order 26-000002',
  ])
})
