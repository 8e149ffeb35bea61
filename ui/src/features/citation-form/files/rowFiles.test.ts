import { expect, test } from 'vitest'
import { citationWith } from '../citation.fixture'
import { emptyRow, type LanguageRow, type RowFile } from '../formValues'
import { willBeOlderThanEnglish, withFile, withFormerFile, withLink, withStoredLink } from './useRowFiles'

const file = (digest: string, pages: number | null = null): RowFile => ({
  digest,
  name: `${digest}.pdf`,
  type: 'application/pdf',
  size: 1000,
  pages,
  withdrawn: null,
})
const row = (fields: Partial<LanguageRow> = {}): LanguageRow => ({ ...emptyRow, lang: 'Spanish', ...fields })
const today = '2026-11-28'

test('a replaced file proposes today, unless another date was entered', () => {
  const old = row({ file: file('old') })
  expect(withFile(old, file('new'), today)).toMatchObject({ revisionDate: today, former: { digest: 'old' } })
  expect(withFile({ ...old, revisionDate: '2026-11-01' }, file('new'), today).revisionDate).toBe('2026-11-01')
  expect(withFile(row({ url: 'https://x.example.org/a' }), file('new'), today).revisionDate).toBe('')
  expect(withFile(old, file('old'), today)).toEqual(old)
})

test('a second replacement still replaces the first file, and the first file again replaces nothing', () => {
  const twice = withFile(withFile(row({ file: file('old') }), file('new'), today), file('newer'), today)
  expect(twice).toMatchObject({ file: { digest: 'newer' }, former: { digest: 'old' } })
  expect(withFile(twice, file('old'), today)).toMatchObject({ file: { digest: 'old' }, former: null })
})

test.each([
  ['', null, 3, '3'],
  ['2', 2, 3, '3'],
  ['8', 2, 3, '8'],
  ['2', 2, null, ''],
  ['', null, 2001, ''],
  ['4', null, 3, '4'],
])('pages %j of a file of %j, then a file of %j: %j', (pages, before, after, expected) => {
  const old = row({ pages, file: before === null ? null : file('old', before) })
  expect(withFile(old, file('new', after), today).pages).toBe(expected)
})

test('a former file comes back with its pages, and without the proposed date', () => {
  const old = row({ file: file('old', 2), pages: '2' })
  expect(withFormerFile(withFile(old, file('new', 3), today), today)).toEqual(old)
  expect(withFormerFile(withLink(old), today)).toEqual(old)
})

test('a link instead of an uploaded file is the link that was there', () => {
  const linked = row({ url: 'https://x.example.org/a' })
  expect(withLink(withFile(linked, file('new'), today))).toMatchObject({ file: null, url: 'https://x.example.org/a' })
})

test('a new English file makes the other languages older, but not those that are replaced too', () => {
  const english = withFile(row({ lang: 'English', file: file('en') }), file('en2'), today)
  const spanish = row({ file: file('es') })
  const somali = withFile(row({ lang: 'Somali', file: file('so') }), file('so2'), today)
  const rows = [english, spanish, somali]
  const stored = [{ lang: 'Spanish', revisionDate: '2024-01-31T00:00:00.000Z' }]
  expect(rows.map((one) => willBeOlderThanEnglish(one, rows, stored))).toEqual([false, true, false])
  // Without a known date of its own.
  expect(rows.map((one) => willBeOlderThanEnglish(one, rows, []))).toEqual([false, true, false])
  const before = [row({ lang: 'English', file: file('en') }), spanish]
  expect(before.map((one) => willBeOlderThanEnglish(one, before, []))).toEqual([false, false])
})

test("a file's own title is proposed where the version has none", () => {
  expect(withFile(row(), file('new'), today, 'Plan para el asma').title).toBe('Plan para el asma')
  expect(withFile(row({ title: 'Asma' }), file('new'), today, 'Plan para el asma').title).toBe('Asma')
  expect(withFile(row(), file('new'), today, null).title).toBe('')
  expect(withFile(row(), file('new'), today, 'x'.repeat(400)).title).toHaveLength(300)
})

test('a stored link belongs to the version that had it, also where another one has its language', () => {
  const url = 'https://x.example.org/b'
  const version = (digest: string | null, link: string | null = null) => ({
    lang: 'Spanish',
    ksbgNumber: null,
    pages: null,
    url: link,
    ...(digest && { file: { ...file(digest), preview: true, stored: today } }),
  })
  const before = citationWith({ languages: [version('a'), version(null, url)] })
  const saved = citationWith({ languages: [version('a'), version('b')] })
  const rows = [row({ file: file('a') }), row({ url }), row({ url })]
  expect(withStoredLink(rows, url, before, saved).map((one) => one.file?.digest ?? one.url)).toEqual(['a', 'b', url])
  const another = [row({ lang: 'Spanish (Mexico)', url: ` ${url} ` })]
  expect(withStoredLink(another, url, before, saved)[0]).toMatchObject({ url: '', file: { digest: 'b' } })
  const above = [row({ lang: 'Somali', url }), row({ url })]
  expect(withStoredLink(above, url, before, saved).map((one) => one.file?.digest ?? one.url)).toEqual([url, 'b'])
})
