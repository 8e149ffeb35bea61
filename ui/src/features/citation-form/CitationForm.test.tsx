import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, noAnswer, serve, show, userOf } from '../../testApp'
import { CitationForm } from './CitationFormPage'
import { citationWith } from './citation.fixture'

const citation = citationWith()
const loaded = { citation, etag: '"1"', movedTo: null }
const edit = (person = 'nora', from = loaded) =>
  show(<CitationForm loaded={from} reload={async () => {}} />, person, '/citation/edit/c1')
const notes = () => screen.getByLabelText<HTMLTextAreaElement>('Notes')
/** In the test environment a select does not show its initial value, so it is selected here. */
async function save(user: ReturnType<typeof userEvent.setup>) {
  for (const label of [/^PMAT/, /^Family Review/]) await user.selectOptions(screen.getByLabelText(label), 'Yes')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serve({ 'GET /api/user': userOf('nora'), 'GET /api/search/facets': () => json({}) })
})

test('a draft is restored only for its owner, and can be discarded', async () => {
  const user = userEvent.setup()
  const first = edit()
  await user.type(notes(), 'Not saved')
  first.unmount()
  const other = edit('uriel')
  expect(notes().value).toBe('')
  other.unmount()
  const second = edit()
  await waitFor(() => expect(notes().value).toBe('Not saved'))
  await user.click(screen.getByRole('button', { name: 'Discard these changes' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(notes().value).toBe('')
  second.unmount()
  edit()
  expect(notes().value).toBe('')
})

test('Cancel deletes the draft; leaving by a link does not', async () => {
  const user = userEvent.setup()
  const first = edit()
  await user.type(notes(), 'Not saved')
  first.go('/elsewhere')
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { name: 'Another screen' })
  first.unmount()
  const second = edit()
  await waitFor(() => expect(notes().value).toBe('Not saved'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { name: 'Another screen' })
  second.unmount()
  edit()
  expect(notes().value).toBe('')
})

test('a successful save deletes the draft', async () => {
  const user = userEvent.setup()
  serve({ 'PUT /api/citations/c1': () => json({ ...citation, notes: 'Saved' }) })
  const first = edit()
  await user.type(notes(), 'Saved')
  await save(user)
  await screen.findByText('Your citation has been updated.')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  first.unmount()
})

test('after a save, at most five duplicates are listed with links', async () => {
  const user = userEvent.setup()
  const warnings = Array.from({ length: 7 }, (_, n) => ({
    field: 'title',
    message: `Another handout has the same title: Asthma ${n}`,
    citation: `other-${n}`,
  }))
  serve({ 'PUT /api/citations/c1': () => json({ ...citation, warnings }) })
  edit()
  await user.type(notes(), 'Saved')
  await save(user)
  const dialog = within(await screen.findByRole('dialog', { name: 'Success!' }))
  dialog.getByText('Saved. It may be a duplicate:')
  const links = dialog.getAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(warnings.slice(0, 5).map(({ message }) => message))
  expect(links[0]?.getAttribute('href')).toBe('/citation/other-0')
  dialog.getByText('And 2 more.')
})

test('the replacement is shown if the citation is obsolete or already has one, and is sent', async () => {
  const user = userEvent.setup()
  const asked = serve({
    'GET /api/citations/c2': () => json({ ...citation, id: 'c2', title: 'Asthma, new' }),
    'PUT /api/citations/c1': () =>
      json({ errors: [{ field: 'replacedBy', message: 'These would go in a circle.' }] }, 422),
  })
  const first = edit()
  const field = () => screen.queryByRole<HTMLInputElement>('combobox', { name: 'Replaced by' })
  expect(field()).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Obsolete' }))
  expect(field()).toBeTruthy()
  first.unmount()
  localStorage.clear()
  edit('nora', { ...loaded, citation: { ...citation, replacedBy: 'c2' } })
  await waitFor(() => expect(field()?.value).toBe('Asthma, new'))
  await user.type(notes(), 'Kept')
  await save(user)
  await screen.findByRole('link', { name: 'Replaced by: These would go in a circle.' })
  expect(document.activeElement).toBe(field())
  expect(field()?.getAttribute('aria-invalid')).toBe('true')
  expect(notes().value).toBe('Kept')
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ replacedBy: 'c2' })
})

test('after a failed save the input stays, and the reason is shown', async () => {
  const user = userEvent.setup()
  serve({ 'PUT /api/citations/c1': noAnswer })
  edit()
  await user.type(notes(), 'Mine')
  await save(user)
  const alert = await screen.findByText('Your changes were not saved.')
  expect(alert.parentElement?.textContent).toContain('The server could not be reached.')
  expect(notes().value).toBe('Mine')
})

test('in a conflict nothing is lost while the latest version cannot be loaded, then both are merged', async () => {
  const user = userEvent.setup()
  let reachable = false
  const newest = { ...citation, title: 'Asthma at home', notes: 'Theirs' }
  const asked = serve({
    'PUT /api/citations/c1': ({ headers }) =>
      headers.get('if-match') === '"2"' ? json({ ...newest, notes: 'Mine' }) : json({}, 412),
    'GET /api/citations/c1': (request) => (reachable ? json(newest, 200, { etag: '"2"' }) : noAnswer(request)),
  })
  edit()
  await user.type(notes(), 'Mine')
  await save(user)
  const dialog = within(await screen.findByRole('alertdialog'))
  await dialog.findByText("The other person's changes could not be loaded.")
  expect(dialog.queryByRole('button', { name: 'Discard my changes' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Back to the form' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(notes().value).toBe('Mine')

  await save(user)
  reachable = true
  const again = within(await screen.findByRole('alertdialog'))
  await user.click(await again.findByRole('button', { name: 'Try again' }))
  await again.findByText('Title')
  await user.click(again.getByRole('button', { name: 'Keep my changes' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Asthma at home'))
  expect(notes().value).toBe('Mine')
  await save(user)
  await screen.findByText('Your citation has been updated.')
  expect(asked.at(-1)).toBeTruthy()
})

test('rows are distinguished by their names, and the focus follows what is added and removed', async () => {
  const user = userEvent.setup()
  edit()
  await user.click(screen.getByRole('button', { name: '+ Add New' }))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Language (row 2)' }))
  const remove = (row: number) => screen.getByRole('button', { name: new RegExp(`^Remove .*row ${row}$`) })
  await user.click(remove(1))
  expect(document.activeElement).toBe(remove(1))
  await user.click(remove(1))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '+ Add New' }))
  await save(user)
  const add = screen.getByRole('button', { name: '+ Add New' })
  expect(document.activeElement).toBe(add)
  const error = document.getElementById(add.getAttribute('aria-describedby') ?? '')
  expect(error?.textContent).toBe('Language is required.')
})

test('an error of the server in a row gets the focus, and the summary names its field and row', async () => {
  const user = userEvent.setup()
  const refused = { errors: [{ field: 'languages[1].url', message: 'This is not a web address.' }] }
  serve({ 'PUT /api/citations/c1': () => json(refused, 422) })
  const rows = ['English', 'Somali'].map((lang) => ({ lang, ksbgNumber: null, pages: null, url: null }))
  edit('nora', { ...loaded, citation: { ...citation, languages: rows } })
  const address = screen.getByLabelText(/^URL \(row 2/)
  await user.type(address, 'fever.pdf')
  await user.type(notes(), 'Kept')
  await save(user)
  const link = await screen.findByRole('link', { name: 'URL (row 2): This is not a web address.' })
  expect(document.activeElement).toBe(address)
  notes().focus()
  await user.click(link)
  expect(document.activeElement).toBe(address)
})

test('a language that an earlier row has too is a warning, and is saved', async () => {
  const user = userEvent.setup()
  const asked = serve({ 'PUT /api/citations/c1': () => json(citation) })
  const rows = ['English', 'Somali'].map((lang) => ({ lang, ksbgNumber: null, pages: null, url: null }))
  edit('nora', { ...loaded, citation: { ...citation, languages: rows } })
  const second = screen.getByRole('combobox', { name: 'Language (row 2)' })
  expect(screen.queryByText(/has the same language/)).toBeNull()
  await user.clear(second)
  await user.type(second, 'English')
  await user.click(await screen.findByRole('option', { name: 'Create "English"' }))
  expect(screen.getByText('Row 1 has the same language: English.')).toBeTruthy()
  expect(second.getAttribute('aria-invalid')).toBeNull()
  await save(user)
  await screen.findByText('Your citation has been updated.')
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
    languages: [{ lang: 'English' }, { lang: 'English' }],
  })
})

test('codes are pasted, and a rejected code has its error beside the field', async () => {
  const user = userEvent.setup()
  const refused = { errors: [{ field: 'codes[1].code', message: 'Expected an ICD-10-CM code such as J45.909.' }] }
  const asked = serve({ 'PUT /api/citations/c1': () => json(refused, 422) })
  edit('nora', {
    ...loaded,
    citation: { ...citation, codes: [{ system: 'snomed', code: '195967001', display: null }] },
  })
  const codes = () => screen.queryAllByLabelText<HTMLInputElement>(/^Code \(code \d+\)/).map(({ value }) => value)
  expect(codes()).toEqual(['195967001'])
  await user.click(screen.getByRole('button', { name: 'Remove 195967001, code 1' }))
  expect(document.activeElement?.textContent).toBe('+ Add Code')
  await user.keyboard('{Enter}')
  await user.paste('J45.909, 45')
  expect(codes()).toEqual(['J45.909', '45'])
  expect(document.activeElement).toBe(screen.getByLabelText(/^Code \(code 2\)/))
  await user.type(screen.getByLabelText('Meaning (code 1: J45.909)'), 'Asthma')
  await user.selectOptions(screen.getByLabelText('System (code 2: 45)'), 'ICD-10-CM')
  await save(user)
  await screen.findByRole('link', { name: 'Code (code 2): Expected an ICD-10-CM code such as J45.909.' })
  expect(document.activeElement).toBe(screen.getByLabelText(/^Code \(code 2\)/))
  expect(screen.getByLabelText(/^Code \(code 2\)/).getAttribute('aria-invalid')).toBe('true')
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
    codes: [
      { system: 'icd10cm', code: 'J45.909', display: 'Asthma' },
      { system: 'icd10cm', code: '45', display: null },
    ],
  })
})

test('a revision date stays as it is typed, and the latest returns when none was entered', async () => {
  const revisionDates = [{ lang: 'English', revisionDate: '2024-01-31T00:00:00.000Z' }]
  edit('nora', { ...loaded, citation: { ...citation, revisionDates } })
  const date = await screen.findByLabelText<HTMLInputElement>(/^Revision Date/)
  expect(date.value).toBe('2024-01-31')
  // The browser reports 02/31/2024 as empty.
  fireEvent.change(date, { target: { value: '' } })
  expect(date.value).toBe('')
  fireEvent.change(date, { target: { value: '2025-02-15' } })
  expect(date.value).toBe('2025-02-15')
  fireEvent.change(date, { target: { value: '' } })
  fireEvent.blur(date)
  expect(date.value).toBe('2024-01-31')
})
