import { screen, within } from '@testing-library/react'
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
  expect(row.getByRole('link', { name: parking.url }).getAttribute('target')).toBe('_blank')
  const form = within(screen.getByRole('form', { name: 'Promote a result' }))
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: /^Phrases/ }).value).toBe('visiting hours\n')
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Visiting hours')
  await user.selectOptions(form.getByRole('combobox', { name: /^Leads to/ }), 'Link')
  await user.type(form.getByRole('textbox', { name: /^Web address/ }), 'hospital')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('This is not a web address.')).toBeTruthy()
})

function errorsOf(body: unknown) {
  expect(body).toEqual({ phrases: ['visiting hours'], title: 'Visiting hours', url: 'hospital' })
  return [{ field: 'url', message: 'This is not a web address.' }]
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
  expect(await screen.findByText('Nothing is promoted yet.')).toBeTruthy()
  expect(deleted).toBe('"3"')
})
