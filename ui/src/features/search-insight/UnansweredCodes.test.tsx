import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import SearchInsightPage from './SearchInsightPage'

const call = 'GET /api/system/searches/codes'
const open = (answer: unknown, query = '') => {
  const asked = serve({ [call]: () => json(answer), 'GET /api/user': userOf('nora') })
  const { go } = show(<SearchInsightPage />, 'nora', '/search_insight')
  go(`/search_insight?view=codes${query}`)
  return asked
}

test('codes without a handout are listed with their counts', async () => {
  const code = { system: 'icd10cm', code: 'Q87.40', count: 1200, lastDay: '2026-11-21' }
  open({ found: 1, total: 1200, codes: [code] }, '&days=30')
  const row = within(await screen.findByRole('row', { name: /Q87.40/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Q87.40',
    'ICD-10-CM',
    '1,200',
    '11/21/2026',
  ])
  expect(screen.getByText('1 code, requested 1,200 times.')).toBeTruthy()
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  expect(views.getByRole('link', { name: 'Codes without a handout' }).getAttribute('aria-current')).toBe('page')
  expect(views.getByRole('link', { name: 'Searches' }).getAttribute('href')).toBe('/search_insight?days=30')
  expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(
    '/api/system/searches/codes/download?days=30',
  )
})

test('an empty list says so', async () => {
  open({ found: 0, total: 0, codes: [] })
  expect(await screen.findByText('In this period no health record requested a code without a handout.')).toBeTruthy()
})
