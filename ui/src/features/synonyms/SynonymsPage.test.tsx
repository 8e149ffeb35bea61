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

const synonymOf = (id: string, ...terms: string[]) => ({
  id,
  version: 1,
  terms,
  oneWay: false,
  changed: '2026-11-23T16:10:00.000Z',
  by: 'Ada Byron',
})

async function open() {
  let synonyms = [synonymOf('a', 'croup', 'barking cough'), synonymOf('b', 'flu', 'influenza')]
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/system/synonyms': () => json({ found: synonyms.length, synonyms }),
    'GET /api/system/terms': () => json({ found: 0, terms: [] }),
    'PUT /api/system/synonyms/b': () => json(synonymOf('b', 'flu', 'influenza')),
    'DELETE /api/system/synonyms/b': () => {
      synonyms = synonyms.filter(({ id }) => id !== 'b')
      return json(undefined, 204)
    },
  })
  show(<SynonymsPage />, 'nora', '/lookups/synonyms')
  await screen.findByRole('button', { name: 'Edit flu, influenza' })
  return userEvent.setup()
}
const button = (name: string) => screen.getByRole('button', { name })
const hasFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)))

test('after editing, the focus returns to the button of the row', async () => {
  const user = await open()
  await user.click(button('Edit flu, influenza'))
  await user.click(button('Cancel'))
  await hasFocus('Edit flu, influenza')
  await user.click(button('Edit flu, influenza'))
  await user.click(button('Save Changes'))
  await hasFocus('Edit flu, influenza')
})

test('a deletion moves the focus to the start of the list, a cancelled one returns it to the row', async () => {
  const user = await open()
  await user.click(button('Delete flu, influenza'))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await hasFocus('Delete flu, influenza')
  await user.click(button('Delete flu, influenza'))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit flu, influenza' })).toBeNull())
  await hasFocus('Add Synonym')
})
