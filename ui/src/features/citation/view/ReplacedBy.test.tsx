import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Citation } from '../../../api/catalogue/citations'
import { json, noAnswer, serve, show } from '../../../testApp'
import { ReplacedBy } from './CitationView'

const old = (fields: Partial<Citation>) => ({ id: 'old', obsolete: true, replacedBy: 'new', ...fields }) as Citation
const showOf = (fields: Partial<Citation> = {}) => show(<ReplacedBy citation={old(fields)} />, 'nora', '/citation/old')
const next = { id: 'new', title: 'Fever, new', readableIds: [{ id: 'fever-new' }], languages: [] }

test('an obsolete handout links to what replaces it, by its title and readable id', async () => {
  serve({ 'GET /api/citations/new': () => json(next) })
  showOf()
  const link = await screen.findByRole('link', { name: 'Fever, new' })
  expect(link.getAttribute('href')).toBe('/citation/fever-new')
  expect(link.parentElement?.textContent).toBe('Replaced by Fever, new')
})

test('nothing is shown for a citation in use, one that replaces itself, or an ID that does not exist', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const asked = serve({ 'GET /api/citations/new': () => json({ status: 404, title: 'Not found' }, 404) })
  const named = () => screen.queryByText(/Replaced by/)
  for (const fields of [{ obsolete: false }, { replacedBy: 'old' }, { replacedBy: null }]) {
    const { unmount } = showOf(fields)
    expect(named()).toBeNull()
    unmount()
  }
  expect(asked.filter(({ call }) => call.startsWith('GET /api/citations/'))).toEqual([])
  showOf()
  expect(named()).toBeTruthy()
  await waitFor(() => expect(named()).toBeNull())
})

test('the link works even if the title cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serve({ 'GET /api/citations/new': noAnswer })
  showOf()
  const link = await screen.findByRole('link', { name: 'another handout' })
  expect(link.getAttribute('href')).toBe('/citation/new')
})
