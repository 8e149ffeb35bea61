import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { languagesQuery } from '../../../api/languages'
import { today } from '../../../lib/dates/dates'
import { json, serve } from '../../../testApp'
import { serveUploads } from '../../../testUploads'
import { citationWith, day } from '../citation.fixture'
import {
  choose,
  drop,
  edit,
  languages,
  pdf,
  row,
  save,
  status,
  stored,
  uploaded,
  usual,
  version,
  withFile,
} from './fileForm.fixture'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serve(usual)
})

test('a chosen file is uploaded with progress, shown with its facts, and saved by its digest', async () => {
  const user = userEvent.setup()
  const sent = serveUploads()
  const asked = serve({ ...usual, 'PUT /api/citations/c1': () => json(citationWith({ languages: [] })) })
  edit(citationWith({ languages: [version('English', { url: 'https://x.example.org/a' })] }))
  await choose(1, pdf('Fever.PDF'))
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['Fever.PDF']))
  expect(document.activeElement?.textContent).toBe('Cancel: Fever.PDF (row 1: English)')
  sent[0]?.progress(500)
  expect(row(1).getByText('50% sent')).toBeTruthy()
  expect(status()).toContain('Fever.PDF: 50% sent.')
  sent[0]?.progress(1_000)
  expect(row(1).getByText('Sent. The server is checking it.')).toBeTruthy()
  await sent[0]?.answer(201, uploaded('fever', ['The name now ends in .pdf.']))
  const link = row(1).getByRole('link', { name: 'fever.pdf (row 1: English) (opens in a new tab)' })
  expect(link.getAttribute('href')).toBe(`/api/files/${stored('fever').digest}/content`)
  expect(link.getAttribute('target')).toBe('_blank')
  expect(row(1).getByText('PDF, 2 pages, 340 KB')).toBeTruthy()
  expect(row(1).getByText('The name now ends in .pdf.')).toBeTruthy()
  expect(status()).toContain('fever.pdf was uploaded: PDF, 2 pages, 340 KB. Save the form to use it.')
  expect(document.activeElement?.textContent).toBe('Replace file (row 1: English)')
  expect(screen.getByLabelText<HTMLInputElement>(/^Pages \(row 1/).value).toBe('2')
  expect(screen.queryByLabelText(/^URL/)).toBeNull()
  await save(user)
  await screen.findByText('Your citation has been updated.')
  const saved = asked.find(({ call }) => call.startsWith('PUT'))?.body as { languages: unknown }
  expect(saved.languages).toEqual([
    { lang: 'English', ksbgNumber: null, pages: 2, file: { digest: stored('fever').digest, name: 'fever.pdf' } },
  ])
})

test('after a failure and after a cancel, the same file starts again', async () => {
  const user = userEvent.setup()
  const sent = serveUploads()
  edit(citationWith({ languages: [version('English')] }))
  await choose(1, pdf('a.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await sent[0]?.answer(503, { status: 503, detail: 'The store of files cannot be reached.' })
  const failure = row(1).getByRole('alert')
  expect(failure.textContent).toContain('a.pdf was not uploaded.The store of files cannot be reached.')
  expect(document.activeElement?.textContent).toBe('Choose file (row 1: English)')
  await choose(1, pdf('a.pdf'))
  await waitFor(() => expect(sent).toHaveLength(2))
  await user.click(row(1).getByRole('button', { name: /^Cancel/ }))
  expect(sent[1]?.isAborted()).toBe(true)
  expect(status()).toContain('The upload of a.pdf was cancelled.')
  expect(document.activeElement?.textContent).toBe('Choose file (row 1: English)')
  await choose(1, pdf('a.pdf'))
  await waitFor(() => expect(sent).toHaveLength(3))
  await sent[2]?.fail()
  await user.click(row(1).getByRole('button', { name: /^Try again/ }))
  await waitFor(() => expect(sent).toHaveLength(4))
  await sent[3]?.answer(200, uploaded('a'))
  expect(row(1).getByRole('link', { name: /^a\.pdf/ })).toBeTruthy()
})

test('the limit is shown before anything is sent, and a file above it is not sent', async () => {
  const sent = serveUploads()
  edit(citationWith({ languages: [version('English')] }), 1)
  expect(screen.getByText(/^PDF, JPG, MP3, up to 1 MB each\./)).toBeTruthy()
  await choose(1, pdf('film.pdf', 2 * 1_048_576))
  expect(row(1).getByRole('alert').textContent).toContain(
    'film.pdf was not sent.It has 2 MB, more than the 1 MB that are allowed.',
  )
  expect(row(1).queryByRole('button', { name: /^Try again/ })).toBeNull()
  await choose(1, pdf('film.pdf', 1_048_576 + 1))
  expect(row(1).getByRole('alert').textContent).toContain(
    'film.pdf was not sent.It has more than the 1 MB that are allowed.',
  )
  expect(sent).toEqual([])
})

test.each([
  [
    413,
    '<html>413 Request Entity Too Large</html>',
    { 'content-type': 'text/html', server: 'nginx/1.26' },
    /in front of Handout \(nginx\/1\.26\)/,
  ],
  [413, { detail: 'A file has at most 50 MB.' }, {}, /A file has at most 50 MB\./],
  [422, { detail: 'This is an iPhone photo (HEIC).' }, {}, /This is an iPhone photo \(HEIC\)\./],
  [507, { detail: 'The disk is full.' }, {}, /The disk is full\./],
])('a refusal with %i says who refused it and why', async (code, body, headers, words) => {
  const sent = serveUploads()
  edit(citationWith({ languages: [version('English')] }))
  await choose(1, pdf('a.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await sent[0]?.answer(code, body, headers)
  expect(row(1).getByRole('alert').textContent).toMatch(words)
})

test('a form is not saved while a file is being uploaded', async () => {
  const user = userEvent.setup()
  const sent = serveUploads()
  const asked = serve(usual)
  edit(citationWith({ languages: [version('English')] }))
  await choose(1, pdf('a.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await save(user)
  const words = 'a.pdf is not uploaded. Wait until it is, try again, or dismiss it.'
  expect(await screen.findByRole('link', { name: `Row 1: ${words}` })).toBeTruthy()
  const cancel = row(1).getByRole('button', { name: /^Cancel/ })
  expect(document.activeElement).toBe(cancel)
  expect(document.getElementById(cancel.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words)
  await sent[0]?.answer(201, uploaded('a'))
  expect(screen.queryByText(words)).toBeNull()
  expect(asked.some(({ call }) => call.startsWith('PUT'))).toBe(false)
})

test('a new English file proposes today, makes the Spanish one older, and can be taken back', async () => {
  const user = userEvent.setup()
  const sent = serveUploads()
  const dates = ['English', 'Spanish'].map((lang) => ({ lang, revisionDate: '2024-01-31T00:00:00.000Z' }))
  edit(
    citationWith({
      languages: [withFile('English', stored('old'), { pages: 2 }), withFile('Spanish', stored('es'))],
      revisionDates: dates,
    }),
  )
  expect(screen.queryByText('older than the English version')).toBeNull()
  await choose(1, pdf('new.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await sent[0]?.answer(201, { ...uploaded('new'), pages: 3 })
  const date = screen.getByLabelText<HTMLInputElement>(/^Revision Date \(row 1/)
  expect(date.value).toBe(today(new Date()))
  expect(screen.getByText('Today is proposed as the revision date.')).toBeTruthy()
  expect(screen.getByText('older than the English version').closest('[data-language-row="1"]')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Pages \(row 1/).value).toBe('3')
  expect(row(1).getByText('Replaces old.pdf.')).toBeTruthy()
  await user.click(row(1).getByRole('button', { name: 'Keep old.pdf (row 1: English)' }))
  expect(row(1).getByRole('link', { name: /^old\.pdf/ })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Replace file (row 1: English)')
  expect(date.value).toBe('2024-01-31')
  expect(screen.queryByText('older than the English version')).toBeNull()
})

test('a link instead of a file gets the focus and is sent without the file', async () => {
  const user = userEvent.setup()
  const asked = serve({ ...usual, 'PUT /api/citations/c1': () => json(citationWith({ languages: [] })) })
  edit(citationWith({ languages: [withFile('English', stored('old'))] }))
  await user.click(row(1).getByRole('button', { name: /^Use a link instead/ }))
  const url = row(1).getByLabelText<HTMLInputElement>(/^URL/)
  expect(document.activeElement).toBe(url)
  expect(url.value).toBe('')
  expect(row(1).getByText('The link will replace old.pdf.')).toBeTruthy()
  await user.type(url, 'https://x.example.org/new')
  await save(user)
  await screen.findByText('Your citation has been updated.')
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
    languages: [{ lang: 'English', url: 'https://x.example.org/new' }],
  })
})

test('dropped files land on their rows, and the rest is asked in one dialog', async () => {
  const user = userEvent.setup()
  const sent = serveUploads()
  const { client } = edit(
    citationWith({ languages: [version('English', { ksbgNumber: 'KSBG1042' }), version('Spanish')] }),
  )
  await waitFor(() => expect(client.getQueryData(languagesQuery.queryKey)).toEqual(languages))
  await drop([pdf('KSBG1042.pdf'), pdf('fever.pdf'), pdf('fever_so.pdf')])
  const dialog = within(await screen.findByRole('dialog', { name: 'Which row does each file belong to?' }))
  expect(row(1).getByText('KSBG1042.pdf')).toBeTruthy()
  expect(dialog.getByText(/1 other file is in its row\./)).toBeTruthy()
  const somali = dialog.getByLabelText<HTMLSelectElement>('fever_so.pdf')
  expect([...somali.options].map(({ textContent }) => textContent)).toEqual([
    'Choose…',
    'Row 1: English, KSBG1042',
    'Row 2: Spanish',
    'Add a row: Somali',
    'Do not use this file',
  ])
  await user.selectOptions(somali, 'Add a row: Somali')
  await user.click(dialog.getByRole('button', { name: 'Use these files' }))
  expect(dialog.getByText('Choose a row for fever.pdf.')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('fever.pdf'), 'Row 2: Spanish')
  await user.click(dialog.getByRole('button', { name: 'Use these files' }))
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['KSBG1042.pdf', 'fever.pdf', 'fever_so.pdf']))
  for (const upload of sent) await upload.answer(201, uploaded(upload.name.replace('.pdf', '')))
  expect(status()).toContain('3 files were uploaded. Save the form to use them.')
  expect(row(3).getByRole('link', { name: /^fever_so\.pdf \(row 3: Somali\)/ })).toBeTruthy()
})

test('a file whose name says nothing can get a row for any language that has none', async () => {
  const user = userEvent.setup()
  const sent = serveUploads()
  const { client } = edit(citationWith({ languages: [version('English')] }))
  await waitFor(() => expect(client.getQueryData(languagesQuery.queryKey)).toEqual(languages))
  await drop([pdf('fever.pdf')])
  const dialog = within(await screen.findByRole('dialog'))
  const choice = dialog.getByLabelText<HTMLSelectElement>('fever.pdf')
  const offered = within(choice).getByRole('group', { name: 'Add a row' })
  expect(
    within(offered)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Add a row: Spanish', 'Add a row: Somali'])
  await user.selectOptions(choice, 'Add a row: Somali')
  await user.click(dialog.getByRole('button', { name: 'Use these files' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await sent[0]?.answer(201, uploaded('fever'))
  expect(row(2).getByRole('link', { name: /^fever\.pdf \(row 2: Somali\)/ })).toBeTruthy()
})

test('a file dropped on a row belongs to it, whatever its name says', async () => {
  const sent = serveUploads()
  edit(citationWith({ languages: [version('English'), version('Spanish')] }))
  const second = document.querySelector('[data-language-row="1"]')
  if (second) await drop([pdf('English.pdf')], second)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(row(2).getByText('English.pdf')).toBeTruthy()
})

test('a removed row ends its upload', async () => {
  const user = userEvent.setup()
  const sent = serveUploads()
  edit(citationWith({ languages: [version('English'), version('Spanish')] }))
  await choose(1, pdf('a.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Remove English, row 1' }))
  await waitFor(() => expect(sent[0]?.isAborted()).toBe(true))
})

test('a draft keeps its file; one that is gone is named when the draft opens, and a save keeps the form', async () => {
  const user = userEvent.setup()
  const sent = serveUploads()
  const first = edit(citationWith({ languages: [version('English'), version('Spanish')] }))
  await choose(1, pdf('a.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await sent[0]?.answer(201, uploaded('a'))
  await choose(2, pdf('b.pdf'))
  await waitFor(() => expect(sent).toHaveLength(2))
  first.unmount()
  const refused = { errors: [{ field: 'languages[0].file', message: 'No such file is stored.' }] }
  serve({
    ...usual,
    [`GET /api/files/${stored('a').digest}`]: () => json({ status: 404 }, 404),
    'PUT /api/citations/c1': () => json(refused, 422),
  })
  edit(citationWith({ languages: [version('English'), version('Spanish')] }))
  expect(await row(1).findByText('a.pdf is no longer stored.')).toBeTruthy()
  expect(row(1).getByRole('button', { name: /^Upload again/ })).toBeTruthy()
  expect(row(2).getByText('b.pdf was not completely uploaded.')).toBeTruthy()
  await user.click(row(2).getByRole('button', { name: /^Dismiss/ }))
  await save(user)
  await screen.findByRole('link', { name: 'File (row 1): No such file is stored.' })
  const again = row(1).getByRole('button', { name: /^Upload again/ })
  expect(document.activeElement).toBe(again)
  expect(document.getElementById(again.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'No such file is stored.',
  )
  await choose(1, pdf('a.pdf'))
  await waitFor(() => expect(sent).toHaveLength(3))
  await sent[2]?.answer(201, uploaded('a'))
  await waitFor(() => expect(row(1).queryByText('a.pdf is no longer stored.')).toBeNull())
})

test('a withdrawn file is shown as such, and is saved unchanged', async () => {
  const user = userEvent.setup()
  const asked = serve({ ...usual, 'PUT /api/citations/c1': () => json(citationWith({ languages: [] })) })
  const file = stored('old', { withdrawn: { reason: "A patient's name.", at: day } })
  edit(citationWith({ languages: [withFile('English', file)] }))
  expect(row(1).getByText("Withdrawn on 1/23/2026: A patient's name.")).toBeTruthy()
  expect(row(1).queryByRole('link')).toBeNull()
  await user.type(screen.getByLabelText('Notes'), 'Mine')
  await save(user)
  await screen.findByText('Your citation has been updated.')
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
    languages: [{ file: { digest: file.digest } }],
  })
})
