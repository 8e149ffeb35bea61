import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, serve, show } from '../../testApp'
import AddToPacketDialog from './AddToPacketDialog'

const entry = (n: number, published = false) => ({
  ...{ id: `p${n}`, readableId: null, code: `C${n}`, title: `Packet ${n}`, description: null, department: null },
  ...{ published, owned: true, editable: !published, count: 3, languages: [], needsLook: 0, updated: '2026-11-23' },
})

/** The first 50 packets are personal, the last one is published. */
const entries = Array.from({ length: 51 }, (_, n) => entry(n + 1, n === 50))

function open(admin: boolean) {
  const pages = [entries.slice(0, 50), entries.slice(50)]
  serve({
    'GET /api/user': () => json({ admin, session: { favorites: [], order: [] }, searches: [], profile: {} }),
    'GET /api/user/packets': () => json({ found: 51, packets: pages.shift() ?? [] }),
    'GET /api/packets/p1': () => json({ ...entry(1), items: [] }, 200, { etag: '"1"' }),
    'GET /api/packets/p2': () => json({ detail: 'The packet was deleted.' }, 410),
    'PUT /api/packets/p1': () => json({ detail: 'Only administrators may change a department packet.' }, 403),
  })
  show(<AddToPacketDialog id="a" title="Asthma" onClosed={() => {}} />, 'nora')
  return userEvent.setup()
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('all packets are offered, except those that only administrators may change', async () => {
  open(false)
  const last = await screen.findByRole<HTMLButtonElement>('button', { name: /^Packet 51/ })
  expect(last.textContent).toBe('Packet 51Only administrators may change it')
  expect(last.disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Packet 50/ }).disabled).toBe(false)
})

test('an administrator may choose a published packet', async () => {
  open(true)
  const last = await screen.findByRole<HTMLButtonElement>('button', { name: /^Packet 51/ })
  await vi.waitFor(() => expect(last.disabled).toBe(false))
})

test("the server's reason for a refusal is shown", async () => {
  const user = open(false)
  await user.click(await screen.findByRole('button', { name: /^Packet 1\b/ }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Only administrators may change a department packet.',
  )
})

test('a packet that was deleted meanwhile is reported as such', async () => {
  const user = open(false)
  await user.click(await screen.findByRole('button', { name: /^Packet 2\b/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('This packet is no longer available.')
})
