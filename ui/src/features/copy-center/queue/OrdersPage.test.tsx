import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../../testApp'
import { OrdersPage } from './OrdersPage'
import { orderEntry } from './orderEntry.fixture'
import { clearSelectedOrders, selectOrders } from './selectedOrders'

beforeEach(() => {
  clearSelectedOrders()
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/orders': () => json({ found: 1, orders: [orderEntry({ state: 'ready', version: 2 })] }),
  })
  selectOrders([orderEntry()], true)
  show(<OrdersPage />, 'nora', '/copy_center')
})

test.each(['Deselect it', 'Keep selected', 'Clear selection'])(
  '%s moves the focus to the size of the list',
  async (name) => {
    await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
    expect(document.activeElement).toBe(screen.getByText('1 order'))
  },
)

test('several orders are marked as sent after a confirmation', async () => {
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/orders': () => json({ found: 0, orders: [] }),
    'POST /api/orders/state': () => json({ orders: [] }),
  })
  const isSent = () => asked.some(({ call }) => call.startsWith('POST'))
  clearSelectedOrders()
  const ready = (number: string) => orderEntry({ id: number, number, state: 'ready' })
  act(() => selectOrders([ready('26-000001'), ready('26-000002')], true))
  await userEvent.click(await screen.findByRole('button', { name: 'Set to sent' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Mark 2 orders as sent?' }))
  expect(isSent()).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as sent' }))
  await waitFor(() => expect(isSent()).toBe(true))
})
