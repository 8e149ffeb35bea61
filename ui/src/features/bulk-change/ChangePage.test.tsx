import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { select, selectAll, showSearch, useCitationSelection } from '../../session/citationSelection'
import { json, serve, show, userOf } from '../../testApp'
import ChangePage from './ChangePage'

const progress = { change: { add: { tags: ['Winter'] } }, by: 'Nora Vance', citations: 2, unchanged: 0, refused: 1 }
const left = [{ id: 'b', title: 'Handout b', reason: 'Somebody has changed it since.' }]
const job = (id: string, rest: object, complete = true) => ({
  id,
  type: 'Bulk Change',
  config: [],
  complete,
  start: '2026-01-05T10:00:00.000Z',
  changed: 1,
  error: null,
  bulk: { ...progress, done: 2, left, ...rest },
})
const preview = {
  found: 2,
  changing: 1,
  unchanged: 0,
  refused: 1,
  left,
  citations: [
    { id: 'a', readableId: 'handout-a', title: 'Handout a', before: { tags: [] }, after: { tags: ['Winter'] } },
  ],
  newValues: [{ field: 'tags', value: 'Winter' }],
  states: [
    { id: 'a', etag: '"0-1"' },
    { id: 'b', etag: '"0-2"' },
  ],
}

function open(answers: Parameters<typeof serve>[0] = {}) {
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/search/facets': () => json({ tags: { buckets: [{ value: 'Asthma', count: 3 }] } }),
    'POST /api/system/bulk': ({ body }) => {
      const isPreview = (body as { preview: boolean }).preview
      return isPreview ? json(preview) : json(job('j1', {}, false), 202)
    },
    'GET /api/system/jobs': () => json([job('j1', {})]),
    ...answers,
  })
  show(<ChangePage />, 'nora', '/jobs/change')
  return { user: userEvent.setup(), asked }
}

async function previewed(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByRole('combobox', { name: /^Tags/ }), 'Winter')
  await user.click(await screen.findByRole('option', { name: 'Create "Winter"' }))
  await user.click(screen.getByRole('button', { name: 'Show what will change' }))
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  showSearch({ q: 'fever', obsolete: true, filters: [{ tags: 'A' }], any: [], lang: 'so' }, '/search?q=fever')
  select([{ id: 'a', title: 'Handout a' }], true)
  select([{ id: 'b', title: 'Handout b' }], true)
})

test('without a selection it links to the search', async () => {
  select([{ id: 'a', title: '' }], false)
  select([{ id: 'b', title: '' }], false)
  open()
  expect(await screen.findByText(/Nothing is selected\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/search?q=fever')
})

test('the focus moves to a change that is added', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Another change' }))
  const added = within(screen.getByRole('group', { name: 'Change 2' }))
  expect(document.activeElement).toBe(added.getByRole('combobox', { name: /^Field/ }))
})

test('a double click starts one job', async () => {
  const { user, asked } = open()
  await previewed(user)
  const start = await screen.findByRole('button', { name: 'Change 1 handout' })
  fireEvent.click(start)
  fireEvent.click(start)
  await screen.findByRole('button', { name: /^Undo/ })
  expect(asked.filter(({ body }) => (body as { preview?: boolean })?.preview === false)).toHaveLength(1)
})

test('the change uses the entity tags of the preview, and its result can be undone', async () => {
  const undone = { undoneBy: 'j2' }
  let isUndone = false
  const { user, asked } = open({
    'POST /api/system/jobs/j1/undo': () => {
      isUndone = true
      return json(job('j2', { undoes: 'j1', refused: 0, left: [] }), 202)
    },
    'GET /api/system/jobs': () =>
      json(isUndone ? [job('j2', { undoes: 'j1', refused: 0, left: [] }), job('j1', undone)] : [job('j1', {})]),
  })
  await previewed(user)
  expect(await screen.findByText('1 of 2 handouts will change. 1 handout will be skipped.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Preview')
  expect(screen.getByText('Winter (Tags): no handout has this value yet.')).toBeTruthy()
  expect(screen.getByText(/Somebody has changed it since\./)).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Handout a/ })).getByText('Winter')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back to the form' }))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Field' }))
  await user.click(screen.getByRole('button', { name: 'Show what will change' }))
  await screen.findByText('1 of 2 handouts will change. 1 handout will be skipped.')
  await user.click(screen.getByRole('button', { name: 'Change 1 handout' }))
  expect(await screen.findByText('1 handout changed. 1 handout skipped.')).toBeTruthy()
  const sent = asked.filter(({ call }) => call === 'POST /api/system/bulk').map(({ body }) => body)
  const change = { add: { tags: ['Winter'] } }
  expect(sent).toEqual([
    { citations: [{ id: 'a' }, { id: 'b' }], change, preview: true },
    { citations: [{ id: 'a' }, { id: 'b' }], change, preview: true },
    { citations: preview.states, change, preview: false },
  ])
  expect(useCitationSelection.getState().selected.size, 'the selection is cleared').toBe(0)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 handout restored.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'The job' }))
})

test('for all results, the search is sent instead of the citations', async () => {
  selectAll(240)
  const { user, asked } = open()
  expect(await screen.findByText(/All 240 found by your search\./)).toBeTruthy()
  await previewed(user)
  await screen.findByRole('button', { name: 'Change 1 handout' })
  const sent = asked.find(({ call }) => call === 'POST /api/system/bulk')?.body as { query: unknown }
  expect(sent.query).toEqual({ q: 'fever', obsolete: true, fq: "(and tags:'A')", lang: 'so' })
})

test('missing and rejected values are reported at the field, and the selected values stay', async () => {
  const errors = [{ field: 'change.add.tags[0]', message: 'Control characters are not allowed.' }]
  const { user } = open({
    'POST /api/system/bulk': () => json({ status: 422, title: 'No', detail: 'No', errors }, 422),
  })
  await user.click(await screen.findByRole('button', { name: 'Show what will change' }))
  const field = await screen.findByRole('combobox', { name: /^Tags/ })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('A value for Tags is required.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  await previewed(user)
  expect(await screen.findByText('Control characters are not allowed.')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Something has to be corrected below.')
  expect(screen.getByRole('button', { name: 'Remove Winter' })).toBeTruthy()
})
