import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FileMatch } from '../../../api/catalogue/fileChanges'
import { json, serve, show, userOf } from '../../../testApp'
import { serveUploads } from '../../../testUploads'
import { FolderSection } from './FolderSection'

type Answers = Parameters<typeof serve>[0]

const matched = (name: string, citation: string, fields: Partial<FileMatch> = {}): FileMatch => ({
  name,
  state: 'matched',
  citation,
  title: `Handout ${citation}`,
  lang: 'English',
  has: null,
  reason: null,
  candidates: [],
  ...fields,
})
const citationOf = (id: string, version: object = {}) => ({
  id,
  title: `Handout ${id}`,
  readableIds: [],
  languages: [{ lang: 'English', ksbgNumber: null, pages: null, url: null, ...version }],
})
const pdf = (name: string) => new File([name], name, { type: 'application/pdf' })
const uploaded = (digest: string, name: string) => ({
  digest,
  name,
  type: 'application/pdf',
  size: 5,
  pages: 1,
  title: null,
  notices: [],
})

function open(files: FileMatch[], answers: Answers = {}) {
  const sent = serveUploads()
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'POST /api/files/match': () => json({ files }),
    ...answers,
  })
  show(<FolderSection />, 'nora', '/import_export')
  return { user: userEvent.setup(), sent, asked }
}
async function choose(...files: File[]) {
  const input = document.querySelector('[data-choose="files"]')
  if (!input) throw new Error('There is no chooser.')
  await act(async () => {
    fireEvent.change(input, { target: { files } })
  })
}
const rowOf = (name: RegExp) => screen.getByRole('row', { name })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('nothing is sent before the person has seen where each file goes; then each is saved in its version', async () => {
  const { user, sent, asked } = open([matched('a.pdf', 'c1'), matched('b.pdf', 'c2', { has: 'link' })], {
    'GET /api/citations/c1': () => json(citationOf('c1'), 200, { etag: '"1"' }),
    'POST /api/citations/c1/attach': () => json(citationOf('c1')),
  })
  await choose(pdf('a.pdf'), pdf('b.pdf'))
  expect(await screen.findByText('2 files: 1 to send, 0 to decide, 1 left out.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Where each file goes')
  expect(rowOf(/a\.pdf.*Handout c1, English.*To be sent/)).toBeTruthy()
  expect(rowOf(/b\.pdf.*The version has a link\./)).toBeTruthy()
  expect(asked.find(({ call }) => call.endsWith('/match'))?.body).toEqual({ names: ['a.pdf', 'b.pdf'] })
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send 1 file' }))
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['a.pdf']))
  sent[0]?.progress(2)
  expect(rowOf(/a\.pdf.*40% sent/)).toBeTruthy()
  await sent[0]?.answer(201, uploaded('d1', 'a.pdf'))
  expect(await screen.findByText('1 attached, 0 replaced, 0 unchanged, 1 left out, 0 failed.')).toBeTruthy()
  const attached = asked.find(({ call }) => call.endsWith('/attach'))
  expect(attached?.headers.get('if-match')).toBe('"1"')
  expect(attached?.body).toEqual({ lang: 'English', digest: 'd1' })
  expect(screen.getByRole('button', { name: 'Download the result as CSV' })).toBeTruthy()
})

test('a link or file that is there since the plan was shown stays', async () => {
  const { user, sent } = open([matched('a.pdf', 'c1')], {
    'GET /api/citations/c1': () => json(citationOf('c1', { url: 'https://x.example.org/a.pdf' }), 200, { etag: '"2"' }),
  })
  await choose(pdf('a.pdf'))
  await user.click(await screen.findByRole('button', { name: 'Send 1 file' }))
  expect(await screen.findByText('Left out: It has a link.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('of several versions the person chooses, and a version is replaced only on request', async () => {
  const candidates = ['English', 'Spanish'].map((lang) => ({ citation: 'c1', title: 'Handout c1', lang }))
  const asking = matched('a.pdf', 'c1', {
    state: 'ambiguous',
    citation: null,
    lang: null,
    reason: 'Two fit.',
    candidates,
  })
  const stored = { url: 'https://h.example.org/file/c2/en', file: { digest: 'old', name: 'old.pdf' } }
  let saves = 0
  const { user, sent, asked } = open([asking, matched('b.pdf', 'c2', { has: 'file' })], {
    'GET /api/citations/c1': () => json(citationOf('c1'), 200, { etag: `"${saves}"` }),
    'GET /api/citations/c2': () => json(citationOf('c2', stored), 200, { etag: '"7"' }),
    // Somebody else has saved in between.
    'POST /api/citations/c1/attach': () => (saves++ === 0 ? json({ status: 412 }, 412) : json(citationOf('c1'))),
    'POST /api/citations/c2/attach': () => json(citationOf('c2')),
  })
  await choose(pdf('a.pdf'), pdf('b.pdf'))
  await user.selectOptions(await screen.findByLabelText('Where a.pdf goes'), 'Handout c1, English')
  await user.click(screen.getByLabelText('Replace the link or file that 1 version has'))
  await user.click(screen.getByRole('button', { name: 'Send 2 files' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  for (const upload of sent) await upload.answer(201, uploaded(`new-${upload.name}`, upload.name))
  expect(await screen.findByText('1 attached, 1 replaced, 0 unchanged, 0 left out, 0 failed.')).toBeTruthy()
  const attached = asked.filter(({ call }) => call.endsWith('/attach'))
  const first = attached.filter(({ call }) => call.includes('c1'))
  expect(first.map(({ headers }) => headers.get('if-match'))).toEqual(['"0"', '"1"'])
  expect(attached.find(({ call }) => call.includes('c2'))?.body).toEqual({ lang: 'English', digest: 'new-b.pdf' })
})

test('a cancelled upload can be continued', async () => {
  const { user, sent } = open([matched('a.pdf', 'c1')], {
    'GET /api/citations/c1': () => json(citationOf('c1'), 200, { etag: '"1"' }),
    'POST /api/citations/c1/attach': () => json(citationOf('c1')),
  })
  await choose(pdf('a.pdf'))
  await user.click(await screen.findByRole('button', { name: 'Send 1 file' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sent[0]?.isAborted()).toBe(true)
  expect(await screen.findByText('The upload was cancelled.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try 1 file again' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await sent[1]?.answer(201, uploaded('d1', 'a.pdf'))
  expect(await screen.findByText('All files are done.')).toBeTruthy()
})

/** A dropped folder, which a browser lists in parts. */
function folder(path: string, parts: FileSystemEntry[][]): FileSystemEntry {
  const rest = [...parts, []]
  const readEntries = (done: (entries: FileSystemEntry[]) => void) => done(rest.shift() ?? [])
  return { isFile: false, isDirectory: true, fullPath: path, createReader: () => ({ readEntries }) } as never
}
function entry(path: string): FileSystemEntry {
  const file = (done: (file: File) => void) => done(pdf(path.split('/').at(-1) ?? ''))
  return { isFile: true, fullPath: path, file } as never
}

test('a folder is dropped with all parts of its list, and with the folders inside', async () => {
  const inner = folder('/drive/old', [[entry('/drive/old/c.pdf')]])
  const dropped = folder('/drive', [[entry('/drive/a.pdf')], [entry('/drive/b.pdf'), inner]])
  const { asked } = open([])
  const items = [{ kind: 'file', webkitGetAsEntry: () => dropped, getAsFile: () => null }]
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types: ['Files'], items },
  })
  await act(async () => void document.body.dispatchEvent(event))
  await waitFor(() => expect(asked.some(({ call }) => call.endsWith('/match'))).toBe(true))
  expect(event.defaultPrevented).toBe(true)
  expect(asked.find(({ call }) => call.endsWith('/match'))?.body).toEqual({
    names: ['drive/a.pdf', 'drive/b.pdf', 'drive/old/c.pdf'],
  })
})

test('more files than can be matched at once are not sent', async () => {
  const { asked } = open([])
  await choose(...Array.from({ length: 5_001 }, (_, n) => new File([], `${n}.pdf`)))
  expect(await screen.findByText(/^At most 5,000 files .* here: 5,001\./)).toBeTruthy()
  expect(asked.some(({ call }) => call.endsWith('/match'))).toBe(false)
})

test('names that were not matched are matched again', async () => {
  let fails = true
  const { user } = open([], {
    'POST /api/files/match': () => (fails ? json({ status: 503 }, 503) : json({ files: [matched('a.pdf', 'c1')] })),
  })
  await choose(pdf('a.pdf'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The names could not be matched.')
  fails = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 file: 1 to send, 0 to decide, 0 left out.')).toBeTruthy()
})
