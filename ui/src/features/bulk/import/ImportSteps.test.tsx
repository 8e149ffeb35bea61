import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ImportColumn, ImportEntry, Mapping } from '../../../api/catalogue/imports'
import { json, serve, show, userOf } from '../../../testApp'
import BulkPage from '../BulkPage'
import { column, detailsOf, previewRow } from './import.fixture'

type Answers = Parameters<typeof serve>[0]

const entryOf = (fields: Partial<ImportEntry> = {}): ImportEntry => ({
  id: 'i1',
  name: 'handouts.xlsx',
  format: 'xlsx',
  created: '2026-11-28T10:00:00Z',
  state: 'ready',
  records: 0,
  total: null,
  job: null,
  ...fields,
})
const listOf = (...imports: ImportEntry[]) => json({ found: imports.length, imports })
const usual: Answers = {
  'GET /api/user': userOf('nora'),
  'GET /api/languages': () => json([{ value: 'Spanish', tag: 'es', name: 'Español', dir: 'ltr', count: 5 }]),
  'GET /api/system/imports': () => listOf(entryOf()),
  'GET /api/system/imports/i1': () => json(detailsOf(), 200, { etag: '"1"' }),
  'GET /api/system/mappings': () => json({ found: 0, mappings: [] }),
}

function open(address: string, answers: Answers = {}) {
  const asked = serve({ ...usual, ...answers })
  const { unmount } = show(<BulkPage />, 'nora', address)
  const sent = (method: string) => asked.filter(({ call }) => call.startsWith(method))
  /** The columns of the n-th mapping that was saved. */
  const mapped = (n: number) =>
    (sent('PUT /api/system/imports')[n]?.body as { mapping: Mapping } | undefined)?.mapping.columns
  return { user: userEvent.setup({ applyAccept: false }), asked, sent, unmount, mapped }
}
const step = (name: string) => `/import_export?import=i1&step=${name}`
const rowOf = (name: RegExp) => within(screen.getByRole('row', { name }))

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a file is sent, and its first step says what it is', async () => {
  const details = detailsOf({
    format: 'csv',
    encoding: 'Windows-1252',
    delimiter: ';',
    notices: ['The file is not UTF-8.'],
  })
  const { user, sent } = open('/import_export', {
    'GET /api/system/imports': () => listOf(),
    'POST /api/system/imports': () => json(details, 201, { etag: '"1"' }),
  })
  await user.upload(screen.getByLabelText(/^Excel, OpenDocument/), new File(['a;b'], 'handouts.csv'))
  expect(await screen.findByRole('heading', { level: 2, name: 'File' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Import: handouts.xlsx')
  expect(sent('POST')).toHaveLength(1)
  for (const text of ['CSV', 'Windows-1252', 'semicolons', 'The file is not UTF-8.']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  await user.click(screen.getByRole('link', { name: 'Continue to the columns' }))
  const heading = await screen.findByRole('heading', { level: 2, name: 'Columns' })
  expect(document.activeElement).toBe(heading)
  expect(within(screen.getByRole('navigation', { name: 'Steps of the import' })).getByText('Columns')).toBeTruthy()
})

test('of a file that cannot be read, only what is wrong with it is shown, and it can be sent again', async () => {
  const { user, sent } = open('/import_export', {
    'POST /api/system/imports': () => json({ detail: 'This is an Excel 97 file. Save it as .xlsx.' }, 422),
  })
  await user.upload(screen.getByLabelText(/^Excel, OpenDocument/), new File(['x'], 'old.xls'))
  expect(await screen.findByText('old.xls could not be read.')).toBeTruthy()
  expect(screen.getByText('This is an Excel 97 file. Save it as .xlsx.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent('POST')).toHaveLength(2))
})

test('an import is continued where it was left, or deleted', async () => {
  const { user, sent } = open('/import_export', {
    'GET /api/system/imports': () => listOf(entryOf(), entryOf({ id: 'i2', name: 'old.csv', state: 'complete' })),
    'DELETE /api/system/imports/i2': () => json(undefined, 204),
  })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Continue: handouts.xlsx' })
  expect(link.getAttribute('href')).toBe(step('columns'))
  expect(screen.getByRole('link', { name: 'Continue: old.csv' }).getAttribute('href')).toContain(
    'import=i2&step=result',
  )
  await user.click(screen.getByRole('button', { name: 'Delete the import of old.csv' }))
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1))
  expect(document.activeElement?.textContent).toBe('Import and export')
})

test('an import that is no longer stored says so', async () => {
  open(step('columns'), { 'GET /api/system/imports/i1': () => json({ status: 404 }, 404) })
  expect(await screen.findByText('This import is no longer stored.')).toBeTruthy()
})

test('each column shows its values and the reason; two choices are saved one after the other', async () => {
  let version = 1
  const { user, sent, mapped } = open(step('columns'), {
    'PUT /api/system/imports/i1': ({ body }) => {
      const { mapping } = body as { mapping: Mapping }
      const columns = detailsOf().columns.map((one): ImportColumn => {
        const mapped = mapping.columns.find((other) => other.column === one.column)
        return { ...one, ...mapped, reason: 'Chosen.' }
      })
      return json(detailsOf({ mapping, columns }), 200, { etag: `"${++version}"` })
    },
  })
  await screen.findByRole('heading', { level: 2, name: 'Columns' })
  const title = rowOf(/^A Handout Title/)
  expect(title.getByText('Fever')).toBeTruthy()
  expect(title.getByText('The header is a common one for this field.')).toBeTruthy()
  await user.selectOptions(title.getByLabelText('Import as (column A)'), 'Keywords')
  await user.click(title.getByLabelText('Split at commas too'))
  await waitFor(() => expect(sent('PUT')).toHaveLength(2))
  expect(sent('PUT').map(({ headers }) => headers.get('if-match'))).toEqual(['"1"', '"2"'])
  expect(mapped(1)?.[0]).toMatchObject({
    column: 'A',
    field: 'keywords',
    split: ',',
  })
  expect(await title.findByText('Chosen.')).toBeTruthy()
})

test('the order of dates is asked for where the values fit both', async () => {
  const { user, sent, mapped } = open(step('columns'), {
    'PUT /api/system/imports/i1': () => json(detailsOf(), 200, { etag: '"2"' }),
  })
  await screen.findByRole('heading', { level: 2, name: 'Columns' })
  const dates = rowOf(/^C Reviewed on/).getByLabelText('Order of day and month (column C)')
  expect(dates.getAttribute('aria-invalid')).toBe('true')
  await user.selectOptions(dates, 'Day first: 31/12/2026')
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  expect(mapped(0)?.[2]).toMatchObject({ dates: 'day-first' })
})

test('a title in another language is saved once its language is chosen', async () => {
  const { user, sent, mapped } = open(step('columns'), {
    'GET /api/system/imports/i1': () => json(detailsOf({ columns: [column('D', 'Nombre')] }), 200, { etag: '"1"' }),
    'PUT /api/system/imports/i1': () => json(detailsOf(), 200, { etag: '"2"' }),
  })
  await screen.findByRole('heading', { level: 2, name: 'Columns' })
  const row = rowOf(/^D Nombre/)
  await user.selectOptions(row.getByLabelText('Import as (column D)'), 'Title in this language')
  expect(row.getByText('Choose the language.')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  await user.type(row.getByRole('combobox', { name: /^Language/ }), 'Span{Enter}')
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  expect(mapped(0)?.at(-1)).toMatchObject({ column: 'D', field: 'title', lang: 'Spanish' })
})

test('choices are saved under a name, and used again', async () => {
  const mapping = { ...(detailsOf().mapping as Mapping), constants: { materialFormat: 'Handout' } }
  const { user, sent } = open(step('columns'), {
    'GET /api/system/mappings': () => json({ found: 1, mappings: [{ id: 'm1', name: 'Quarterly list', mapping }] }),
    'POST /api/system/mappings': () => json({ id: 'm2', name: 'Mine', mapping }, 201),
    'PUT /api/system/mappings/m1': () => json({ id: 'm1', name: 'Quarterly list', mapping }),
    'PUT /api/system/imports/i1': () => json(detailsOf({ mapping }), 200, { etag: '"2"' }),
  })
  await user.click(await screen.findByText('Saved choices'))
  await user.type(screen.getByLabelText('Name'), 'Mine')
  await user.click(screen.getByRole('button', { name: 'Save these choices' }))
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ name: 'Mine' }))
  await user.type(screen.getByLabelText('Name'), 'quarterly list')
  await user.click(screen.getByRole('button', { name: 'Replace “Quarterly list”' }))
  await waitFor(() => expect(sent('PUT /api/system/mappings')).toHaveLength(1))
  await user.selectOptions(screen.getByLabelText('Use saved choices'), 'Quarterly list')
  await user.click(screen.getByRole('button', { name: 'Use' }))
  await waitFor(() => expect(sent('PUT /api/system/imports')[0]?.body).toEqual({ mapping }))
  expect(await screen.findByText('Handout')).toBeTruthy()
})

const rows = [
  previewRow({
    row: 5,
    outcome: 'bad',
    id: null,
    proposal: null,
    title: 'Fever',
    cells: [{ cell: 'C5', field: 'deptReviewDate', value: '13/45/2020', message: 'This is not a date.', bad: true }],
  }),
  previewRow({
    likely: [
      { id: 'c1', title: 'Asthma', same: 'title' },
      { id: 'c2', title: 'Asthma at school', same: 'number' },
    ],
    changes: [{ field: 'keywords', before: 'A; B', after: null }],
  }),
  previewRow({ row: 3, outcome: 'new', id: null, title: 'Croup', proposal: 'add' }),
]
const preview: Answers = {
  'GET /api/system/imports/i1/preview': () =>
    json({ counts: { new: 1, changed: 1, unchanged: 0, bad: 1 }, found: 3, rows }, 200, { etag: '"p1"' }),
}

test('the preview shows what changes and what is bad; what is decided is sent, and kept when the page is left', async () => {
  const first = open(step('preview'), preview)
  expect(await screen.findByText('1 new, 1 changed, 0 unchanged, 1 bad.')).toBeTruthy()
  expect(screen.getByText('C5, Dept. Review Date, “13/45/2020”: This is not a date.')).toBeTruthy()
  expect(screen.getByRole('row', { name: /Keywords: A; B → \(empty\)/ })).toBeTruthy()
  const run = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import now' })
  expect(run().disabled).toBe(true)
  await first.user.selectOptions(
    screen.getByLabelText('What to do with row 2'),
    'Update “Asthma at school” (same item number)',
  )
  await first.user.selectOptions(screen.getByLabelText('What to do with row 3'), 'Leave it out')
  await first.user.click(screen.getByLabelText('Leave out the bad row and import the others'))
  first.unmount()
  let state = 'ready'
  const { user, sent } = open(step('preview'), {
    ...preview,
    'GET /api/system/imports': () => listOf(entryOf({ state, job: 'j1' })),
    'POST /api/system/imports/i1/run': () => {
      state = 'running'
      return json({ id: 'j1', type: 'Import' }, 202)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Import now' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Result' })).toBeTruthy()
  const [call] = sent('POST')
  expect(call?.headers.get('if-match')).toBe('"p1"')
  expect(call?.body).toEqual({
    skipBad: true,
    decisions: [
      { row: 2, action: 'update', id: 'c2' },
      { row: 3, action: 'skip', id: null },
    ],
  })
})

test('a preview that has changed is shown again', async () => {
  const { user, asked } = open(step('preview'), {
    'GET /api/system/imports/i1/preview': () =>
      json({ counts: { new: 1, changed: 0, unchanged: 0, bad: 0 }, found: 1, rows: [rows[2]] }, 200, { etag: '"p1"' }),
    'POST /api/system/imports/i1/run': () => json({ status: 412 }, 412),
  })
  await user.click(await screen.findByRole('button', { name: 'Import now' }))
  expect(await screen.findByText(/^The catalogue or the columns have changed since this preview/)).toBeTruthy()
  await waitFor(() => expect(asked.filter(({ call }) => call.endsWith('/preview'))).toHaveLength(2))
})

test('the result names the rows that were left out, and can be undone', async () => {
  const job = {
    id: 'j1',
    type: 'Import',
    config: [],
    complete: true,
    changed: 2,
    error: null,
    skipped: [{ row: 7, id: 'c7', reason: 'It was changed since the preview.' }],
  }
  const { user, sent } = open(step('result'), {
    'GET /api/system/imports': () => listOf(entryOf({ state: 'complete', records: 3, total: 3, job: 'j1' })),
    'GET /api/system/jobs': () => json([job]),
    'POST /api/system/jobs/j1/undo': () => json({ id: 'j2' }, 202),
  })
  expect(await screen.findByText('2 handouts were added or changed.')).toBeTruthy()
  expect(screen.getByText(/^Row 7: It was changed since the preview\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the handout' }).getAttribute('href')).toBe('/citation/c7')
  await user.click(screen.getByRole('button', { name: 'Undo the import' }))
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
  expect(await screen.findByText('Undoing the import…')).toBeTruthy()
})

test('JSON Lines has no columns', async () => {
  open(step('file'), {
    'GET /api/system/imports/i1': () =>
      json(detailsOf({ format: 'jsonl', mapping: null, columns: [], sheets: [] }), 200, { etag: '"1"' }),
  })
  expect((await screen.findByRole('link', { name: 'Continue to the preview' })).getAttribute('href')).toBe(
    step('preview'),
  )
  expect(within(screen.getByRole('navigation', { name: 'Steps of the import' })).queryByText('Columns')).toBeNull()
})
