import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import PromotionsPage from './PromotionsPage'

const parking = {
  id: 'p1',
  phrases: ['where can I park', 'parking'],
  url: 'https://hospital.example.org/parking',
  title: 'Parking',
  version: 3,
  changed: '2026-11-23T16:10:00.000Z',
  by: 'Nora Vance',
}
const list = 'GET /api/system/promotions'

test('promotions are listed, and a missed search begins a new one', async () => {
  const user = userEvent.setup()
  serve({
    'GET /api/user': userOf('nora'),
    [list]: () => json({ found: 1, promotions: [parking] }),
    'POST /api/system/promotions': ({ body }) =>
      json({ type: 'about:blank', title: 'Not valid', status: 422, detail: '', errors: errorsOf(body) }, 422),
  })
  show(<PromotionsPage />, 'nora', '/manage_lookups?category=promotions&phrase=visiting+hours')
  const row = within(await screen.findByRole('row', { name: /^Parking/ }))
  expect(row.getByRole('link', { name: `${parking.url} (opens in a new tab)` }).getAttribute('target')).toBe('_blank')
  const form = within(screen.getByRole('form', { name: 'Promote a result' }))
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: /^Phrases/ }).value).toBe('visiting hours\n')
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Visiting hours')
  await user.selectOptions(form.getByRole('combobox', { name: /^Leads to/ }), 'Link')
  await user.type(form.getByRole('textbox', { name: /^Web address/ }), 'hospital')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('This is not a web address.')).toBeTruthy()
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: /^Title/ }))
})

function errorsOf(body: unknown) {
  expect(body).toEqual({ phrases: ['visiting hours'], title: 'Visiting hours', url: 'hospital' })
  return [
    { field: 'url', message: 'This is not a web address.' },
    { field: 'title', message: 'Another result has this title.' },
  ]
}

test('a deletion is confirmed first, and names the version that was shown', async () => {
  const user = userEvent.setup()
  let deleted: string | null = null
  serve({
    'GET /api/user': userOf('nora'),
    [list]: () => json({ found: deleted ? 0 : 1, promotions: deleted ? [] : [parking] }),
    'DELETE /api/system/promotions/p1': ({ headers }) => {
      deleted = headers.get('if-match')
      return new Response(null, { status: 204 })
    },
  })
  show(<PromotionsPage />, 'nora', '/manage_lookups?category=promotions')
  await user.click(await screen.findByRole('button', { name: 'Delete Parking' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/^Nothing is promoted yet\./)).toBeTruthy()
  expect(deleted).toBe('"3"')
})

test('a missing handout is named as its field', async () => {
  const user = userEvent.setup()
  const errors = [{ field: 'citation', message: 'A citation, a packet or a link is required.' }]
  serve({
    'GET /api/user': userOf('nora'),
    [list]: () => json({ found: 0, promotions: [] }),
    'POST /api/system/promotions': () =>
      json({ type: 'about:blank', title: 'Not valid', status: 422, detail: '', errors }, 422),
  })
  show(<PromotionsPage />, 'nora', '/manage_lookups?category=promotions&phrase=diabetes')
  const form = within(await screen.findByRole('form', { name: 'Promote a result' }))
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Diabetes')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Handout is required.')).toBeTruthy()
})

test('a published packet is found by its title', async () => {
  const user = userEvent.setup()
  let added: unknown
  serve({
    'GET /api/user': userOf('nora'),
    [list]: () => json({ found: 0, promotions: [] }),
    'GET /api/packets': () => json({ found: 1, packets: [{ id: 'k1', title: 'New diabetes' }] }),
    'POST /api/system/promotions': ({ body }) => {
      added = body
      return json({ ...parking, title: 'Diabetes' })
    },
  })
  show(<PromotionsPage />, 'nora', '/manage_lookups?category=promotions&phrase=diabetes')
  const form = within(await screen.findByRole('form', { name: 'Promote a result' }))
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Diabetes')
  await user.selectOptions(form.getByRole('combobox', { name: /^Leads to/ }), 'Packet')
  await user.type(form.getByRole('combobox', { name: /^Packet/ }), 'diab')
  await user.click(await screen.findByRole('option', { name: 'New diabetes' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(added).toEqual({ phrases: ['diabetes'], title: 'Diabetes', packet: 'k1' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Promote a result' }))
})

test('a failed search for a packet is not shown as an empty one', async () => {
  const user = userEvent.setup()
  serve({
    'GET /api/user': userOf('nora'),
    [list]: () => json({ found: 0, promotions: [] }),
    'GET /api/packets': () => json({ detail: '' }, 400),
  })
  show(<PromotionsPage />, 'nora', '/manage_lookups?category=promotions&phrase=diabetes')
  const form = within(await screen.findByRole('form', { name: 'Promote a result' }))
  await user.selectOptions(form.getByRole('combobox', { name: /^Leads to/ }), 'Packet')
  await user.type(form.getByRole('combobox', { name: /^Packet/ }), 'diab')
  expect(await screen.findByText('The search failed. Change the text to try again.')).toBeTruthy()
})
