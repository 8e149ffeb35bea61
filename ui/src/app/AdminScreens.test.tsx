import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../testApp'
import { Lookups } from './AdminScreens'
// What the route loads on demand is loaded before, so that the time limits of the test do not include it.
import '../features/lookups/LookupsPage'
import '../features/synonyms/SynonymsPage'

test('the change between values and synonyms moves the focus to the heading', async () => {
  const user = userEvent.setup()
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/search/facets': () => json({}),
    'GET /api/system/synonyms': () => json({ found: 0, synonyms: [] }),
    'GET /api/system/terms': () => json({ found: 0, terms: [] }),
  })
  show(<Lookups />, 'nora', '/manage_lookups')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Category' }), 'Synonyms')
  const synonyms = await screen.findByRole('heading', { name: 'Synonyms', level: 1 })
  expect(document.activeElement).toBe(synonyms)
  await user.click(screen.getByRole('link', { name: 'All lookups' }))
  const values = await screen.findByRole('heading', { name: 'Manage Lookups', level: 1 })
  expect(document.activeElement).toBe(values)
})
