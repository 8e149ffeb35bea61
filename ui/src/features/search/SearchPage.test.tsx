import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import SearchPage from './SearchPage'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('searching for the same text again repeats the call without a second history entry', async () => {
  const user = userEvent.setup()
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/search': () => json({}, 400),
    'GET /api/search/suggestions': () => json({ suggest: { suggestions: [] } }),
  })
  const searches = () => asked.filter(({ call }) => call === 'GET /api/search').length
  show(<SearchPage />, 'nora', '/search?q=asthma')
  await screen.findByRole('alert', {}, { timeout: 10_000 })
  const [calls, entries] = [searches(), window.history.length]
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(searches()).toBeGreaterThan(calls))
  expect(window.history.length).toBe(entries)
  await user.type(screen.getByRole('combobox'), ' attack')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(window.history.length).toBe(entries + 1)
})
