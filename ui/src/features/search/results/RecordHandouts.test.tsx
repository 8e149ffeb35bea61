import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, serve, show } from '../../../testApp'
import SearchPage from '../SearchPage'

const plain = (value: string) => ({ _value: value, type: 'text' })
const entry = (id: string, title: string, files: [string, string][]) => ({
  lang: 'en',
  title: plain(title),
  id: { _value: `https://handouts.example.org/citation/${id}` },
  updated: { _value: '2026-01-01T00:00:00Z' },
  summary: { _value: '<p>About &lt;it&gt;.</p><p>More.</p>', type: 'html' },
  link: [
    ...files.map(([hreflang, href]) => ({ title, href, hreflang, rel: 'alternate', type: 'application/pdf' })),
    {
      title,
      href: `https://handouts.example.org/citation/${id}-now`,
      hreflang: 'en',
      rel: 'related',
      type: 'text/html',
    },
  ],
})
const category = (part: string, term: string) => ({ scheme: `mainSearchCriteria.v.${part}`, term })

test('the page of an info button shows the entries of the feed in its order and language', async () => {
  const files: [string, string][] = [['es', 'https://files.example.org/es.pdf']]
  const asked = serve({
    'GET /api/infobutton': () =>
      json({
        feed: {
          category: [category('c', 'J45.909'), category('cs', 'ICD10CM'), category('dn', 'Asthma')],
          entry: [entry('b', 'Second by title', files), entry('a', 'First by title', [])],
        },
      }),
  })
  show(<SearchPage />, 'nora', '/search?infobutton=1&mainSearchCriteria.v.c=J45.909')
  const rows = await screen.findAllByRole('listitem', {}, { timeout: 10_000 })
  expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual(['Second by title', 'First by title'])
  const [first = document.body] = rows
  const links = within(first).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/citation/b-now',
    'https://files.example.org/es.pdf',
  ])
  expect(first.textContent).toContain('About <it>. More.')
  expect(screen.getAllByText(/Handouts for/)[0]?.textContent).toContain('Asthma')
  expect(asked.filter(({ call }) => call === 'GET /api/infobutton')).toHaveLength(1)
})

test('an empty feed says so', async () => {
  serve({ 'GET /api/infobutton': () => json({ feed: { category: [], entry: [] } }) })
  show(<SearchPage />, 'nora', '/search?infobutton=1')
  await screen.findByText('There is no handout for this yet.', {}, { timeout: 10_000 })
})
