import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import SearchInsightPage from './SearchInsightPage'

test('a language that is not well-formed in the URL is shown as it is', async () => {
  const insight = { found: 0, foundMissed: 0, total: 0, withoutResult: 0, rarer: 0, rarerMissed: 0 }
  serve({
    'GET /api/system/searches': () => json({ ...insight, top: [], missed: [], languages: [] }),
    'GET /api/user': userOf('nora'),
  })
  const { go } = show(<SearchInsightPage />, 'nora', '/search_insight')
  go('/search_insight?language=en-x')
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' })).value).toBe('en-x')
  expect(screen.getByRole('option', { name: 'en-x' })).toBeTruthy()
})
