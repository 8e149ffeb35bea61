import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { citationQuery } from '../../api/catalogue/citations'
import { configQuery } from '../../api/config'
import { PageRouter } from '../../lib/PageRouter'
import { navigator } from '../../lib/pageHistory'
import { configOf, json, serve, show, userOf } from '../../testApp'
import CitationFormPage from './CitationFormPage'
import { citationWith } from './citation.fixture'

/** The page of a citation holds what every visitor sees, whose entity tag is another one than that of administrators. */
test('what is typed as soon as the form is shown stays when the newest version arrives', async () => {
  localStorage.clear()
  const citation = citationWith()
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/search/facets': () => json({}),
    'GET /api/citations/c1': () => json(citation, 200, { etag: '"for administrators"' }),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(configQuery.queryKey, { ...configOf(true), person: 'nora' })
  client.setQueryData(citationQuery('c1').queryKey, { citation, etag: '"for visitors"', movedTo: null })
  navigator.replace('/citation/edit/c1')
  render(
    <QueryClientProvider client={client}>
      <PageRouter routes={[{ path: '/citation/edit/:id', element: <CitationFormPage /> }]} />
    </QueryClientProvider>,
  )
  // At once where it is shown at once.
  const notes = screen.queryByLabelText('Notes') ?? (await screen.findByLabelText('Notes'))
  for (const value of ['T', 'Typed at once']) fireEvent.change(notes, { target: { value } })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Typed at once')
})

test('a handout that does not exist leads to the search', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/citations/%3Aid': () => json({ status: 404, title: 'Not found' }, 404),
  })
  show(<CitationFormPage />, 'nora', '/citation/edit/:id')
  expect(await screen.findByRole('heading', { name: 'No citation found.' })).toBeTruthy()
  expect(screen.getByText('The link may be old, or mistyped.')).toBeTruthy()
  const search = screen.getByRole('link', { name: 'Search for it by its title or item number.' })
  expect(search.getAttribute('href')).toBe('/')
})
