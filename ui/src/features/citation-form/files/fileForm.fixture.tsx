// For tests of the files of the form: the form of a citation with files, and what a person does with it.
import { act, fireEvent, screen, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import type { Citation, LanguageVersion } from '../../../api/catalogue/citations'
import type { StoredFile } from '../../../api/catalogue/files'
import { StatusLine } from '../../../components/feedback/Notice'
import { configOf, json, showWith, userOf } from '../../../testApp'
import { CitationForm } from '../CitationFormPage'
import { day } from '../citation.fixture'

export const stored = (name: string, fields: Partial<StoredFile> = {}): StoredFile => ({
  digest: name.padEnd(64, '0'),
  name: `${name}.pdf`,
  type: 'application/pdf',
  size: 348_160,
  pages: 2,
  preview: true,
  stored: day,
  ...fields,
})
export const uploaded = (name: string, notices: string[] = []) => ({ ...stored(name), title: null, notices })
export const version = (lang: string, fields: Partial<LanguageVersion> = {}): LanguageVersion =>
  ({ lang, ksbgNumber: null, pages: null, url: null, ...fields }) as LanguageVersion
export const withFile = (lang: string, file: StoredFile, fields: Partial<LanguageVersion> = {}) =>
  version(lang, { url: `https://handouts.example.org/file/c1/${lang}`, file, ...fields })

export const languages = [
  { value: 'English', tag: 'en', name: 'English', dir: 'ltr', count: 9 },
  { value: 'Spanish', tag: 'es', name: 'Español', dir: 'ltr', count: 5 },
  { value: 'Somali', tag: 'so', name: 'Soomaali', dir: 'ltr', count: 3 },
]
export const usual = {
  'GET /api/user': userOf('nora'),
  'GET /api/search/facets': () => json({}),
  'GET /api/languages': () => json(languages),
}

export function edit(citation: Citation, maxMb = 50) {
  const config = configOf(true)
  const files = { ...config.files, maxMb }
  const loaded = { citation, etag: '"1"', movedTo: null }
  const form = (
    <>
      <CitationForm loaded={loaded} reload={async () => {}} />
      <StatusLine />
    </>
  )
  return showWith({ ...config, files, person: 'nora' }, form, '/citation/edit/c1')
}

export const pdf = (name: string, size = 1_000) => new File([new Uint8Array(size)], name, { type: 'application/pdf' })
export const row = (n: number) => within(screen.getByRole('group', { name: new RegExp(`^File \\(row ${n}`) }))
/** Chooses a file by the button of a row, as the browser's chooser does. */
export async function choose(n: number, file: File) {
  const input = document.querySelector<HTMLInputElement>(`input[data-choose="${n - 1}"]`)
  if (!input) throw new Error(`Row ${n} takes no file.`)
  await act(async () => {
    fireEvent.change(input, { target: { files: [file] } })
  })
}
/** In the test environment a select does not show its initial value, so it is selected here. */
export async function save(user: ReturnType<typeof userEvent.setup>) {
  for (const label of [/^PMAT/, /^Family Review/]) await user.selectOptions(screen.getByLabelText(label), 'Yes')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
}
export const drop = (files: File[], on: Element = document.body) => {
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file }))
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types: ['Files'], items },
  })
  return act(async () => void on.dispatchEvent(event))
}
export const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
