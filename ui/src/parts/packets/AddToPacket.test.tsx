import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { configQuery } from '../../api/config'
import { configOf, json, serve, show } from '../../testApp'
import { AddToPacket } from './AddToPacket'

const packet = { id: 'p', readableId: 'going-home', code: null, title: 'Going home', count: 1 }

/** The dialog is loaded as a separate script. */
const lazily = { timeout: 10_000 }

test('the dialog stays open when the sign-in expires, offers the next one, and then adds the handout', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const user = userEvent.setup()
  let signedIn = true
  serve({
    'GET /api/config': () => json(configOf(signedIn)),
    'GET /api/user/packets': () => json({ found: 1, packets: [packet] }),
    'GET /api/packets/p': () => (signedIn ? json({ ...packet, items: [] }) : json({}, 404)),
    'PUT /api/packets/p': () => json(packet),
  })
  const { client } = show(<AddToPacket id="fever" title="Fever" />, 'nora', '/citation/fever')
  await user.click(screen.getByRole('button', { name: 'Add to packet' }))
  const dialog = within(await screen.findByRole('dialog', {}, lazily))
  signedIn = false
  await user.click(await dialog.findByRole('button', { name: /^Going home/ }))
  expect(await dialog.findByRole('link', { name: /^Sign in again/ })).toBeTruthy()
  signedIn = true
  await client.refetchQueries(configQuery)
  await waitFor(() => expect(dialog.queryByRole('link', { name: /^Sign in again/ })).toBeNull())
  expect(dialog.getByText('Try again in a moment.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: /^Going home/ }))
  expect(await dialog.findByText('Fever is in the packet Going home.')).toBeTruthy()
})
