import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import MyPacketsPage from './MyPacketsPage'

test('a page beyond the last one is replaced by the last one', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/user/packets': () => json({ found: 51, packets: [] }),
  })
  const before = window.history.length
  show(<MyPacketsPage />, 'nora', '/my_packets?page=9')
  await screen.findByText('51 packets')
  await waitFor(() => expect(window.location.search).toBe('?page=2'))
  expect(window.history.length).toBe(before)
})
