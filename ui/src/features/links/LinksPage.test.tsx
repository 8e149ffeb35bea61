import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LinkEntry } from '../../api/maintenance/links'
import { StatusLine } from '../../components/feedback/Notice'
import { json, noAnswer, serve, show, userOf } from '../../testApp'
import LinksPage from './LinksPage'
import { linkEntry } from './linkEntry.fixture'

const none = { ok: 0, moved: 0, blocked: 0, gone: 0, soft404: 0, unreachable: 0, changed: 0, unchecked: 0 }

/** The fake server: two broken links. A requested check is pending once, then the link works. */
function open({ nightly = true, links = ['fever', 'scar'], check = () => json(undefined, 202) } = {}) {
  let entries: LinkEntry[] = links.map((citation) => linkEntry({ citation }))
  let polls = 0
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/system/links': () => {
      // The second poll finds it complete.
      if (entries.some(({ waiting }) => waiting) && ++polls > 1) {
        entries = entries.map((entry) =>
          entry.waiting ? { ...entry, waiting: false, state: 'ok', result: 'ok', reason: null, nights: 0 } : entry,
        )
      }
      const gone = entries.filter(({ state }) => state === 'gone').length
      const counts = { ...none, gone, ok: entries.length - gone }
      return json({ counts, found: entries.length, links: entries, nightly })
    },
    'POST /api/system/links/check': ({ body }) => {
      const { citation } = body as { citation: string }
      entries = entries.map((entry) => (entry.citation === citation ? { ...entry, waiting: true } : entry))
      return check()
    },
  })
  const view = show(
    <>
      <LinksPage />
      <StatusLine />
    </>,
    'nora',
    '/links',
  )
  return { user: userEvent.setup(), asked, view }
}

const rowOf = (id: string) => screen.getByRole('link', { name: `Handout ${id}` }).closest('tr') as HTMLElement

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a check is polled until it is complete; its row stays in place and shows the result', async () => {
  const { user, asked } = open()
  await screen.findByText('2 links')
  await user.click(within(rowOf('scar')).getByRole('button', { name: 'Check now: Handout scar, English' }))
  await within(rowOf('scar')).findByText('Checked just now.', undefined, { timeout: 5_000 })
  expect(within(rowOf('scar')).getByText('Works')).toBeTruthy()
  expect(within(rowOf('fever')).getByText('Gone')).toBeTruthy()
  const sent = asked.filter(({ call }) => call.startsWith('POST'))
  expect(sent.map(({ body }) => body)).toEqual([{ citation: 'scar', url: 'https://files.example.org/scar.pdf' }])
  await screen.findByRole('link', { name: 'Broken (1)' })
  await user.click(screen.getByRole('button', { name: 'Reload the list' }))
  await waitFor(() => expect(screen.queryByText('Checked just now.')).toBeNull())
})

test('a check that ends after another view was opened does not outdate that view', async () => {
  const { user, view } = open()
  const answer = globalThis.fetch
  const others = { counts: none, found: 1, links: [linkEntry({ citation: 'burn' })], nightly: true }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.includes('state=moved') ? json(others) : answer(url, init),
  )
  await screen.findByText('2 links')
  await user.click(within(rowOf('fever')).getByRole('button', { name: /^Check now/ }))
  view.go('/links?state=moved')
  await screen.findByRole('link', { name: 'Handout burn' })
  await screen.findByText('Handout fever, English: Works.', undefined, { timeout: 5_000 })
  // The row is rendered after the announcement.
  await act(async () => {})
  expect(screen.queryByRole('button', { name: 'Reload the list' })).toBeNull()
})

test('a refused check shows the reason beside its link, and can be retried', async () => {
  const { user } = open({ check: () => json({ title: 'Too many', detail: '100 links wait already.' }, 429) })
  await screen.findByText('2 links')
  await user.click(within(rowOf('fever')).getByRole('button', { name: /^Check now/ }))
  await within(rowOf('fever')).findByText(/100 links wait already/)
  expect(within(rowOf('scar')).queryByRole('alert')).toBeNull()
  expect(within(rowOf('fever')).getByRole('button', { name: /^Check now/ })).toBeTruthy()
})

test('it shows whether links are checked at night, and that nothing is broken', async () => {
  const { view } = open({ nightly: false, links: [] })
  await screen.findByText('Links are not checked at night.')
  await screen.findByText(/No broken links here\./)
  view.unmount()
  open({ links: [] })
  await screen.findByText(/No broken links here\./)
  expect(screen.queryByText('Links are not checked at night.')).toBeNull()
})

test('a list that could not be loaded can be retried', async () => {
  const asked = serve({ 'GET /api/user': userOf('nora'), 'GET /api/system/links': noAnswer })
  show(<LinksPage />, 'nora', '/links')
  await screen.findByText('The list could not be loaded.')
  const before = asked.length
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})
