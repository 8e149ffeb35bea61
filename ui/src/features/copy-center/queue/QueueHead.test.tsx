import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, serve, show } from '../../../testApp'
import { QueueHead } from './OrdersPage'
import { orderEntry } from './orderEntry.fixture'
import { emptyFilter } from './QueueFilters'
import { useSelectedOrders } from './selectedOrders'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('all pages are selected, or none when one of them could not be loaded', async () => {
  const user = userEvent.setup()
  const page = (number: string) => json({ found: 51, orders: [orderEntry({ number })] })
  const answers = [page('26-000001'), json({}, 503), page('26-000001'), page('26-000051')]
  serve({ 'GET /api/orders': () => answers.shift() ?? json({}, 500) })
  show(<QueueHead filter={emptyFilter} found={51} orders={[]} />, 'nora', '/orders')
  await user.click(screen.getByRole('button', { name: 'Select all 51' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The orders were not selected.')
  expect(useSelectedOrders.getState().selection.size).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Select all 51' }))
  await vi.waitFor(() => expect(useSelectedOrders.getState().selection.size).toBe(2))
  expect(screen.queryByRole('alert')).toBeNull()
})
