import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, noAnswer, serve, show, userOf } from '../../../testApp'
import { dayError } from './AsOfDialog'
import RecordPage from './RecordPage'

const record = {
  id: 'one',
  readableIds: [{ id: 'fever' }],
  title: 'Fever then',
  authors: [],
  keywords: [],
  tags: [],
  audience: [],
  obsolete: false,
  whereToObtain: 'Copy Center',
  publisher: { name: "Children's" },
  languages: [{ lang: 'English', ksbgNumber: 'C1', url: 'https://x.example.org/a' }],
  revisionDates: [],
  asOf: '2025-03-09',
}
const call = 'GET /api/citations/fever'
const showRecord = (answer: () => Response) => {
  const asked = serve({ [call]: answer, 'GET /api/user': userOf('nora') })
  const shown = show(<RecordPage day="2025-03-09" />, 'nora', '/citation/:id')
  return { asked, ...shown }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a record shows its date and offers no actions', async () => {
  const { go } = showRecord(() => json(record))
  go('/citation/fever?asOf=2025-03-09')
  expect(await screen.findByText('This is the record as of March 9, 2025.')).toBeTruthy()
  expect(screen.getByText(/Linked files are not part of the record/)).toBeTruthy()
  await screen.findByRole('heading', { level: 1, name: 'Fever then' })
  await waitFor(() => expect(document.title).toBe('Fever then as of March 9, 2025'))
  expect(screen.getByRole('link', { name: 'Show the current record' }).getAttribute('href')).toBe('/citation/fever')
  for (const name of [/order/i, /favorite/i, /edit/i, /qr code/i, /translation/i]) {
    expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('link', { name })).toBeNull()
  }
  expect(screen.getByRole('button', { name: /Print this page/ })).toBeTruthy()
})

test('the banner says which files are those of the day', async () => {
  const [english] = record.languages
  const stored = { ...english, lang: 'Somali', file: { digest: 'a', name: 'a.pdf', type: 'application/pdf', size: 9 } }
  const shown = async (languages: unknown[], words: RegExp) => {
    const { go, unmount } = showRecord(() => json({ ...record, languages }))
    go('/citation/fever?asOf=2025-03-09')
    expect(await screen.findByText(words)).toBeTruthy()
    unmount()
  }
  await shown([stored], /with the files of that day\.$/)
  await shown([english, stored], /Files that are stored here are those of that day;/)
  await shown([{ ...english, copy: { digest: 'a' } }], /with the files of that day\.$/)
})

test.each([
  [404, { detail: 'There is no record of March 9, 2025.' }, 'There is no record of March 9, 2025.'],
  [422, { detail: 'No.', errors: [{ field: 'asOf', message: 'It is in the future.' }] }, 'It is in the future.'],
  [400, { detail: 'asOf takes a day.' }, 'The date in the URL is not valid.'],
])('a day without a record is explained: %i', async (status, body, words) => {
  const { go } = showRecord(() => json({ status, ...body }, status))
  go('/citation/fever?asOf=2025-03-09')
  expect(await screen.findByRole('heading', { level: 1, name: 'No record for this date' })).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show the current record' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Another date…' })).toBeTruthy()
})

test('a call without a response can be retried', async () => {
  const answers = [noAnswer, () => json(record)] as (() => Response)[]
  const { go } = showRecord(() => (answers.shift() ?? (() => json(record)))())
  go('/citation/fever?asOf=2025-03-09')
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Fever then' })).toBeTruthy()
})

test('an entered day must be today or earlier', () => {
  expect(dayError('', '2026-03-01')).toBe('missing')
  expect(dayError('20250-01-01', '2026-03-01')).toBe('missing')
  expect(dayError('2026-03-02', '2026-03-01')).toBe('future')
  expect(dayError('2026-03-01', '2026-03-01')).toBeUndefined()
})
