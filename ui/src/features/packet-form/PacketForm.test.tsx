import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Packet } from '../../api/packets'
import { json, noAnswer, serve, show, userOf } from '../../testApp'
import { PacketForm } from './PacketFormPage'

const titles = ['Insulin', 'Food', 'School']
const packet: Packet = {
  id: 'p',
  readableId: null,
  code: 'ABC',
  title: 'Going home',
  description: null,
  department: null,
  needsLook: null,
  published: false,
  owned: true,
  editable: true,
  items: titles.map((title) => ({
    citation: title.toLowerCase(),
    readableId: title.toLowerCase(),
    title,
    obsolete: false,
    whereToObtain: null,
    printingSpecs: null,
    languages: [],
    note: null,
    replaces: null,
    replacement: null,
  })),
  languages: [],
  updated: '2026-11-23T16:10:00.000Z',
}
const loaded = { packet, etag: '"1"', movedTo: null }
const edit = (person = 'nora') =>
  show(<PacketForm loaded={loaded} reload={async () => {}} draftName="p" />, person, '/packet/edit/p')
const order = () =>
  screen.getAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label')?.slice(7))
const save = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Save packet' }))

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serve({ 'GET /api/user': userOf('nora'), 'GET /api/search/facets': () => json({}) })
})

test('handouts move by buttons and by arrow keys, and the focus stays on them', async () => {
  const user = userEvent.setup()
  edit()
  await user.click(screen.getByRole('button', { name: 'Move Insulin down' }))
  expect(order()).toEqual(['Food', 'Insulin', 'School'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Insulin down' }))
  screen.getByRole('button', { name: /^Drag School/ }).focus()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(order()).toEqual(['School', 'Food', 'Insulin'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Drag School, 1 of 3' }))
})

test('undoing a removal restores the position and the note', async () => {
  const user = userEvent.setup()
  edit()
  await user.type(screen.getByLabelText('Note for Food'), 'Read first')
  await user.click(screen.getByRole('button', { name: 'Remove Food' }))
  expect(order()).toEqual(['Insulin', 'School'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove School' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(order()).toEqual(titles)
  expect(screen.getByLabelText<HTMLInputElement>('Note for Food').value).toBe('Read first')
})

test('the handout that fills a packet moves the focus to the line that replaces the field', async () => {
  const user = userEvent.setup()
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/search/facets': () => json({}),
    'GET /api/search': () =>
      json({
        hits: { found: 1, start: 0, hit: [{ id: 'citation:fever', fields: { title: ['Fever'], ksbg_numbers: [] } }] },
      }),
  })
  const [item] = packet.items
  const items = Array.from({ length: 49 }, (_, n) => ({ ...item, citation: `c${n}` })) as Packet['items']
  show(<PacketForm loaded={{ ...loaded, packet: { ...packet, items } }} draftName="p" />, 'nora', '/packet/edit/p')
  await user.type(screen.getByRole('combobox', { name: /^Add a handout/ }), 'fever')
  await user.click(await screen.findByRole('option', { name: 'Fever' }))
  const line = await screen.findByText('A packet has at most 50 handouts.')
  await waitFor(() => expect(document.activeElement).toBe(line))
})

test('a draft is restored only for its owner, and can be discarded', async () => {
  const user = userEvent.setup()
  const description = () => screen.getByLabelText<HTMLTextAreaElement>('Description')
  const first = edit()
  await user.type(description(), 'Not saved')
  first.unmount()
  const other = edit('uriel')
  expect(description().value).toBe('')
  other.unmount()
  edit()
  await waitFor(() => expect(description().value).toBe('Not saved'))
  await user.click(screen.getByRole('button', { name: 'Discard these changes' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(description().value).toBe('')
})

test('an error of the server is shown beside its handout and does not block the next save', async () => {
  const user = userEvent.setup()
  const errors = [{ field: 'items[1].citation', message: 'Food is obsolete.' }]
  let refuses = true
  const asked = serve({ 'PUT /api/packets/p': () => (refuses ? json({ errors }, 422) : json(packet)) })
  edit()
  await user.type(screen.getByLabelText('Description'), 'Mine')
  await save(user)
  const row = (await screen.findByText('Food is obsolete.')).closest('li')
  expect(within(row as HTMLElement).getByRole('button', { name: 'Remove Food' })).toBeTruthy()
  refuses = false
  await save(user)
  await screen.findByRole('heading', { name: 'Another screen' })
  const puts = asked.filter(({ call }) => call.startsWith('PUT'))
  expect(puts).toHaveLength(2)
  expect(puts[1]?.headers.get('if-match')).toBe('"1"')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('a packet needs a title and a handout', async () => {
  const user = userEvent.setup()
  const asked = serve({})
  show(<PacketForm draftName="new" />, 'nora', '/packet/add')
  await save(user)
  expect(await screen.findByText('Title is required.')).toBeTruthy()
  expect(screen.getByText('Add at least one handout.')).toBeTruthy()
  expect(asked.filter(({ call }) => call.startsWith('POST'))).toEqual([])
})

test('errors of fields and of handouts are shown at once', async () => {
  const user = userEvent.setup()
  const errors = [
    { field: 'title', message: 'Title is required.' },
    { field: 'items[1].citation', message: 'Food is obsolete.' },
  ]
  serve({ 'PUT /api/packets/p': () => json({ errors }, 422) })
  edit()
  await user.clear(screen.getByLabelText(/^Title/))
  await save(user)
  const row = (await screen.findByText('Food is obsolete.')).closest('li')
  expect(within(row as HTMLElement).getByRole('button', { name: 'Remove Food' })).toBeTruthy()
  expect(screen.getAllByText('Title is required.').length).toBeGreaterThan(0)
})

test('after a failed save the input stays, and the reason is shown', async () => {
  const user = userEvent.setup()
  serve({ 'PUT /api/packets/p': noAnswer })
  edit()
  await user.type(screen.getByLabelText('Description'), 'Mine')
  await save(user)
  const alert = await screen.findByText('The packet was not saved.')
  expect(alert.parentElement?.textContent).toContain('Everything you typed is still here.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Mine')
})

test('in a conflict both changes are merged', async () => {
  const user = userEvent.setup()
  const latest = { ...packet, title: 'Going home soon' }
  serve({
    'PUT /api/packets/p': ({ headers }) => (headers.get('if-match') === '"2"' ? json(latest) : json({}, 412)),
    'GET /api/packets/p': () => json(latest, 200, { etag: '"2"' }),
  })
  edit()
  await user.type(screen.getByLabelText('Description'), 'Mine')
  await save(user)
  const dialog = within(await screen.findByRole('alertdialog'))
  await dialog.findByText('Title')
  await user.click(dialog.getByRole('button', { name: 'Keep my changes' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Going home soon'))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Mine')
  await save(user)
  await screen.findByRole('heading', { name: 'Another screen' })
})

test('after a conflict a packet can be deleted without saving first', async () => {
  const user = userEvent.setup()
  const latest = { ...packet, title: 'Going home soon' }
  const asked = serve({
    'PUT /api/packets/p': () => json({}, 412),
    'GET /api/packets/p': () => json(latest, 200, { etag: '"2"' }),
    'DELETE /api/packets/p': () => json(undefined, 204),
  })
  edit()
  await user.type(screen.getByLabelText('Description'), 'Mine')
  await save(user)
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(await dialog.findByRole('button', { name: 'Keep my changes' }))
  await user.click(await screen.findByRole('button', { name: 'Delete packet…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('heading', { name: 'Another screen' })
  expect(asked.find(({ call }) => call.startsWith('DELETE'))?.headers.get('if-match')).toBe('"2"')
})

test('after a deletion, unsaved changes are neither asked about nor kept', async () => {
  const user = userEvent.setup()
  serve({ 'DELETE /api/packets/p': () => json(undefined, 204) })
  edit()
  await user.type(screen.getByLabelText('Description'), 'Mine')
  await user.click(screen.getByRole('button', { name: 'Delete packet…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('heading', { name: 'Another screen' })
  expect(window.location.pathname).toBe('/my_packets')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})
