import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import PacketFormPage from './PacketFormPage'

beforeEach(() => {
  localStorage.clear()
})

function open(count: number) {
  const citations = Array.from({ length: count }, (_, n) => ({ id: `c${n}`, title: `Handout ${n}`, obsolete: n === 0 }))
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/search/facets': () => json({}),
    ...Object.fromEntries(citations.map((citation) => [`GET /api/citations/${citation.id}`, () => json(citation)])),
  })
  show(<PacketFormPage />, 'nora', `/packet/add?${citations.map(({ id }) => `citation=${id}`).join('&')}`)
}

test('a new packet tells how many handouts were left out, and why', async () => {
  open(53)
  const title = await screen.findByText('4 handouts were left out.')
  expect(title.parentElement?.textContent).toContain('1 is obsolete. 3 are too many. A packet has at most 50 handouts.')
})

test('a packet that does not exist leads to the search', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/packets/%3Aid': () => json({ status: 404, title: 'Not found' }, 404),
  })
  show(<PacketFormPage />, 'nora', '/packet/edit/:id')
  expect((await screen.findByRole('link', { name: 'Search for handouts' })).getAttribute('href')).toBe('/')
})

test('a single handout is left out', async () => {
  open(2)
  const title = await screen.findByText('1 handout was left out.')
  expect(title.parentElement?.textContent).toContain('1 is obsolete.')
})
