import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import SynonymsPage from './SynonymsPage'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a synonym that somebody else changes during editing is not overwritten', async () => {
  const user = userEvent.setup()
  let saved = { id: 's', terms: ['boo-boo', 'wound'], oneWay: false, version: 1, changed: '2026-11-23', by: 'Uriel' }
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/system/synonyms': () => json({ found: 1, synonyms: [saved] }),
    'GET /api/system/terms': () => json({ found: 0, terms: [] }),
    'PUT /api/system/synonyms/s': () => json({ detail: 'Somebody else has changed it. Load it again.' }, 412),
  })
  const { client } = show(<SynonymsPage />, 'nora', '/manage_lookups')
  await user.click(await screen.findByRole('button', { name: 'Edit boo-boo, wound' }))
  await user.type(screen.getByRole('textbox', { name: /^Terms/ }), 'injury')
  saved = { ...saved, terms: ['boo-boo', 'wound', 'owie'], version: 2 }
  const loads = () => asked.filter(({ call }) => call === 'GET /api/system/synonyms').length
  const before = loads()
  await client.invalidateQueries()
  await waitFor(() => expect(loads()).toBeGreaterThan(before))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText(/Somebody else has changed it\./)
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.headers.get('if-match')).toBe('"1"')
})
