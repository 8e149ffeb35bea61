import { screen, waitFor } from '@testing-library/react'
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
