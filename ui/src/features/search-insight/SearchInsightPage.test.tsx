import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import SearchInsightPage from './SearchInsightPage'

const insight = { found: 0, foundMissed: 0, total: 0, withoutResult: 0, rarer: 0, rarerMissed: 0 }

test('the other view moves the focus to its heading', async () => {
  serve({
    'GET /api/system/searches': () => json({ ...insight, top: [], missed: [], languages: [] }),
    'GET /api/system/searches/codes': () => json({ found: 0, total: 0, codes: [] }),
    'GET /api/user': userOf('nora'),
  })
  show(<SearchInsightPage />, 'nora', '/search_insight')
  for (const name of ['Codes without a handout', 'Searches']) {
    await userEvent.click(screen.getByRole('link', { name }))
    expect(screen.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  }
})

test('a language that is not well-formed in the URL is shown as it is', async () => {
  serve({
    'GET /api/system/searches': () => json({ ...insight, top: [], missed: [], languages: [] }),
    'GET /api/user': userOf('nora'),
  })
  const { go } = show(<SearchInsightPage />, 'nora', '/search_insight')
  go('/search_insight?language=en-x')
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' })).value).toBe('en-x')
  expect(screen.getByRole('option', { name: 'en-x' })).toBeTruthy()
})
