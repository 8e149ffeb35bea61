import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, noAnswer, serve, show, userOf } from '../../testApp'
import LookupsPage from './LookupsPage'

const facets: Record<string, { buckets: { value: string; count: number }[] }> = {
  audience: { buckets: [{ value: 'Parents', count: 1200 }] },
}
const job = { id: '1', type: 'Batch Update', start: '2026-01-24T00:00:00Z', changed: 0 }
const change = { type: 'audience', oldValue: 'Parents', newValue: 'Families' }

/** Opens the page; `answer` responds to a change. */
function open(answer: () => Response, jobs: () => unknown[] = () => [], path = '/form') {
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/search/facets': () => json(facets),
    'GET /api/system/jobs': () => json(jobs()),
    'GET /api/system/lookups/impact': () => json({ citations: 1200, leftIncomplete: 0, mergesInto: null, packets: 2 }),
    'POST /api/system/jobs': answer,
  })
  show(<LookupsPage />, 'nora', path)
  return { user: userEvent.setup(), sent: () => asked.filter(({ call }) => call === 'POST /api/system/jobs') }
}
const field = () => screen.getByLabelText<HTMLInputElement>('Value', { exact: false, selector: 'input' })

async function rename(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Edit Parents' }))
  await user.clear(field())
  await user.type(field(), 'Families')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('without a response the editor stays open with its text, and the change can be sent again', async () => {
  let answers = false
  const { user, sent } = open(() =>
    answers ? json({ ...job, config: [change], complete: true }, 202) : noAnswer({} as never),
  )
  await rename(user)
  expect(await screen.findByText(/^Not saved\. The server could not be reached\./)).toBeTruthy()
  expect(field().value).toBe('Families')
  answers = true
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull())
  expect(sent().map(({ body }) => (body as { config: unknown[] }).config[0])).toEqual([change, change])
})

test('a refused change shows the reason sent by the server', async () => {
  const problem = { title: 'Unprocessable', errors: [{ field: 'config[0].newValue', message: 'This is too long.' }] }
  const { user } = open(() => json(problem, 422))
  await rename(user)
  expect(await screen.findByText('Not saved. This is too long.')).toBeTruthy()
  expect(field().value).toBe('Families')
})

test('after a failed change, the next edit starts with the typed value', async () => {
  const failed = { ...job, config: [{ ...change, error: 'Another change was first.' }], complete: true }
  const { user } = open(
    () => json(failed, 202),
    () => [failed],
  )
  expect(await screen.findByText('Another change was first.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit Parents' }))
  expect(field().value).toBe('Families')
})

test('a row that is being changed shows its new value', async () => {
  open(
    () => json({}),
    () => [{ ...job, config: [change], complete: false }],
  )
  expect(await screen.findByText('Families')).toBeTruthy()
  expect(screen.getByText('Updating...')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

test('a deletion shows what uses the value, including packets', async () => {
  const { user } = open(() => json({}))
  await user.click(await screen.findByRole('button', { name: 'Delete Parents' }))
  expect(await screen.findByText(/is used by 1,200 handouts/)).toBeTruthy()
  expect(screen.getByText('2 packets have it as the department.')).toBeTruthy()
})

test('the focus returns to the button of a cancelled deletion, and to the row of a failed one', async () => {
  const { user } = open(() => noAnswer({} as never))
  const button = () => screen.findByRole('button', { name: 'Delete Parents' })
  await user.click(await button())
  await screen.findByRole('alertdialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(document.activeElement).toBe(await button())
  await user.click(await button())
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText(/was not deleted/)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Parents' })))
})

test('the filter and the page are stored in the URL, and a typed space stays', async () => {
  const buckets = Array.from({ length: 25 }, (_, n) => ({ value: `fever day ${n + 10}`, count: 1 }))
  facets.keywords = { buckets: [...buckets, { value: 'asthma', count: 1 }] }
  const { user } = open(
    () => json({}),
    () => [],
    '/form?category=keywords&q=fever&page=3',
  )
  expect(await screen.findByText('Showing 21 to 25 of 25 lookups')).toBeTruthy()
  const filter = screen.getByLabelText<HTMLInputElement>('Filter')
  await user.type(filter, ' day 1')
  expect(filter.value).toBe('fever day 1')
  await screen.findByText('Showing 1 to 10 of 10 lookups')
  expect(window.location.search).toBe('?category=keywords&q=fever+day+1')
  await user.type(filter, ' ')
  expect(filter.value).toBe('fever day 1 ')
  await user.selectOptions(screen.getByLabelText('Category'), 'Audience')
  expect([filter.value, window.location.search]).toEqual(['', '?category=audience'])
})

test('the focus moves to the value that another one was merged into, however it was typed', async () => {
  facets.audience = { buckets: ['Families', 'Parents'].map((value) => ({ value, count: 1 })) }
  const { user } = open(() => {
    facets.audience = { buckets: [{ value: 'Families', count: 2 }] }
    return json({ ...job, config: [{ ...change, newValue: 'families' }], complete: true }, 202)
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Parents' }))
  await user.clear(field())
  await user.type(field(), 'families{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Parents' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Families' })))
})
