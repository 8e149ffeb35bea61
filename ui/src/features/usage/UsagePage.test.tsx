import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { StatusLine } from '../../components/feedback/Notice'
import { navigator } from '../../lib/pageHistory'
import { json, noAnswer, serve, show, userOf } from '../../testApp'
import UsagePage from './UsagePage'

const counts = (view: number, open: number, scan: number, order: number) => ({ view, open, scan, order })
const row = (key: string, title: string, of = counts(0, 0, 0, 0)) => ({ key, title, ...of })
const citation = (key: string, title: string, of = counts(3, 0, 0, 0)) => ({
  ...row(key, title, of),
  readableId: key,
  department: 'Surgery',
  obsolete: false,
  etag: `"${key}-1"`,
})
const months = [
  row('2026-09', '2026-09'),
  row('2026-10', '2026-10', counts(90, 40, 2, 10)),
  row('2026-11', '2026-11', counts(60, 20, 1, 0)),
]
const wanted = [{ tag: 'so', name: 'Somali', searches: 14, requests: 2 }]

/**
 * Opens the page. A job that makes a citation obsolete completes at once; with a `reason`, it skips the citation.
 * `polls` are the first responses about jobs.
 */
function open(path = '/usage', { reason = '', fails = false, days = 1100, polls = [] as (() => Response)[] } = {}) {
  const state = { fails }
  const jobs: { id: string }[] = []
  const addJob = () => {
    const left = reason === '' ? [] : [{ id: 'a', title: 'Fever', reason }]
    const bulk = { by: 'Nora', change: {}, citations: 1, done: 1, left, refused: 0, unchanged: 0, undoes: null }
    jobs.unshift({
      id: String(jobs.length + 1),
      ...{ type: 'Bulk Change', config: [], start: '', changed: 1 - left.length, complete: true, error: null, bulk },
    })
    return json(jobs[0], 202)
  }
  const searches: URLSearchParams[] = []
  const page = (query: URLSearchParams) => {
    const base = { from: '2025-12-01', to: '2026-11-23', days, totals: counts(1234, 60, 3, 10) }
    const by = query.get('unused') ? 'unused' : query.get('by')
    if (by === 'month') return { ...base, found: 3, rows: months }
    if (by === 'language') return { ...base, found: 1, rows: [row('en', 'English')], wanted }
    if (by === 'unused') return { ...base, found: 2, rows: [citation('a', 'Fever'), citation('b', 'Cast care')] }
    return { ...base, found: 1, rows: [citation('c', 'Asthma', counts(9, 8, 7, 6))] }
  }
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'POST /api/citations/a/review': () => json({}, 200, { etag: '"a-2"' }),
    'POST /api/system/bulk': addJob,
    'POST /api/system/jobs/1/undo': addJob,
    'GET /api/system/jobs': () => (polls.shift() ?? (() => json(jobs)))(),
    'GET /api/citations/a': () => json({ id: 'a' }, 200, { etag: '"a-3"' }),
  })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.startsWith('/api/system/usage?')) return answered(url, init)
    if (state.fails) return noAnswer({ call: '', body: undefined, headers: new Headers() })
    const query = new URLSearchParams(url.split('?')[1])
    searches.push(query)
    return json(page(query))
  })
  show(
    <>
      <UsagePage />
      <StatusLine />
    </>,
    'nora',
    path,
  )
  return { user: userEvent.setup(), asked, searches, state }
}
const rowOf = (title: string) => screen.getByRole('link', { name: title }).closest('tr') as HTMLElement

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('the summary shows totals, months, used and unused citations, and missing languages', async () => {
  const { user } = open()
  expect(await screen.findByText('1,234')).toBeTruthy()
  await within(await screen.findByRole('region', { name: 'Most used' })).findByRole('link', { name: 'Asthma' })
  await within(screen.getByRole('region', { name: 'Not used by anyone' })).findByRole('link', { name: 'Fever' })
  const languages = await screen.findByRole('region', { name: 'Requested languages without a handout' })
  expect(within(languages).getByRole('link', { name: 'Somali' }).getAttribute('href')).toBe(
    '/translations?lang=so&state=missing',
  )
  expect(screen.getByText('Most in Oct 2026: 40. The table below has every month.')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Show'), 'Views')
  expect(screen.getByText('Most in Oct 2026: 90. The table below has every month.')).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Usage by month', hidden: true })
  expect([...table.querySelectorAll('tbody tr')].map((tr) => tr.textContent)).toEqual([
    'Sep 20260000',
    'Oct 20269040210',
    'Nov 2026602010',
  ])
  expect(screen.getByText('Nothing was counted before Oct 2026.')).toBeTruthy()
})

test('a list that is opened from the summary starts at the heading', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('link', { name: '1 handout' }))
  await screen.findByRole('link', { name: 'Download as CSV' })
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('period and department apply to every list and its CSV file', async () => {
  const { user, searches } = open('/usage?list=citation&department=Surgery')
  await screen.findByText('1 handout')
  await user.selectOptions(screen.getByLabelText('Period'), 'Last 24 months')
  await waitFor(() => expect(searches.length).toBeGreaterThan(1))
  const [first, second] = searches
  expect([first?.get('by'), first?.get('department')]).toEqual(['citation', 'Surgery'])
  expect(Number(first?.get('from')?.slice(0, 4)) - Number(second?.get('from')?.slice(0, 4))).toBe(1)
  const csv = await screen.findByRole('link', { name: 'Download as CSV' })
  expect(csv.getAttribute('href')).toBe(
    `/api/system/usage/download?by=citation&from=${second?.get('from')}&department=Surgery`,
  )
})

test('an unused citation becomes obsolete with the entity tag that was shown, and this can be undone', async () => {
  const { user, asked } = open('/usage?list=unused')
  await screen.findByText('2 handouts')
  await user.click(screen.getByRole('button', { name: 'Mark obsolete: Fever' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark "Fever" obsolete?' })
  await user.click(within(dialog).getByRole('button', { name: 'Mark obsolete' }))
  await within(rowOf('Fever')).findByText('Obsolete')
  expect(asked.find(({ call }) => call === 'POST /api/system/bulk')?.body).toEqual({
    citations: [{ id: 'a', etag: '"a-1"' }],
    change: { set: { obsolete: true } },
    preview: false,
  })
  expect(screen.getByRole('button', { name: 'Reload the list' })).toBeTruthy()
  await user.click(within(rowOf('Fever')).getByRole('button', { name: 'Undo: Fever is obsolete' }))
  await within(rowOf('Fever')).findByRole('button', { name: 'Mark obsolete: Fever' })
  // The review uses the entity tag after the undo.
  await user.click(within(rowOf('Fever')).getByRole('button', { name: 'Review: Fever' }))
  const review = await screen.findByRole('dialog', { name: 'Mark "Fever" as reviewed today?' })
  await user.type(within(review).getByLabelText('Note'), 'Rare but right')
  await user.click(within(review).getByRole('button', { name: 'Mark as reviewed' }))
  await within(rowOf('Fever')).findByText('Reviewed today')
  const sent = asked.find(({ call }) => call === 'POST /api/citations/a/review')
  expect([sent?.body, sent?.headers.get('if-match')]).toEqual([{ note: 'Rare but right' }, '"a-3"'])
})

test('a citation that was changed meanwhile is skipped, and its row shows the reason', async () => {
  const { user } = open('/usage?list=unused', { reason: 'It was changed meanwhile.' })
  await screen.findByText('2 handouts')
  await user.click(screen.getByRole('button', { name: 'Mark obsolete: Fever' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Mark obsolete' }))
  await within(rowOf('Fever')).findByText('Not changed. It was changed meanwhile.')
  expect(within(rowOf('Fever')).getByRole('button', { name: 'Mark obsolete: Fever' })).toBeTruthy()
})

test('the wait for a job continues when the server cannot be reached for a moment', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const { user } = open('/usage?list=unused', { polls: [lost, () => json({}, 503), () => json({}, 429)] })
  await screen.findByText('2 handouts')
  await user.click(screen.getByRole('button', { name: 'Mark obsolete: Fever' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark obsolete' }))
  await within(rowOf('Fever')).findByRole('button', { name: 'Undo: Fever is obsolete' }, { timeout: 5_000 })
})

test('a refused poll ends the wait for a job', async () => {
  const { user } = open('/usage?list=unused', { polls: [() => json({}, 403)] })
  await screen.findByText('2 handouts')
  await user.click(screen.getByRole('button', { name: 'Mark obsolete: Fever' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark obsolete' }))
  await within(rowOf('Fever')).findByText(/You are not allowed to do this/)
})

test('a job that ends after another list was opened does not outdate that list', async () => {
  const { user } = open('/usage?list=unused', { polls: [() => json([])] })
  await screen.findByText('2 handouts')
  await user.click(screen.getByRole('button', { name: 'Mark obsolete: Fever' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark obsolete' }))
  act(() => navigator.push('/usage?list=citation'))
  await screen.findByRole('link', { name: 'Asthma' })
  await screen.findByText('Fever: now obsolete.', undefined, { timeout: 5_000 })
  expect(screen.queryByRole('button', { name: 'Reload the list' })).toBeNull()
})

test('it shows that nothing is counted, and a failure can be retried', async () => {
  const { user, state } = open('/usage', { days: 0, fails: true })
  await screen.findByText('The usage could not be loaded.')
  state.fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nothing is counted on this server.')
})
