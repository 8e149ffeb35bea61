import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Citation, LanguageVersion } from '../../../api/catalogue/citations'
import type { StoredFile } from '../../../api/catalogue/files'
import { configOf, json, serve, showWith, userOf } from '../../../testApp'
import { LanguageTable } from './LanguageTable'

const address = (tag: string) => `https://handouts.example.org/file/fever/${tag}`
const stored = (fields: Partial<StoredFile> = {}): StoredFile => ({
  digest: 'a'.repeat(64),
  name: 'fever.pdf',
  type: 'application/pdf',
  size: 348_160,
  pages: 2,
  preview: true,
  stored: '2026-01-24T12:00:00.000Z',
  by: 'Nora Vance',
  ...fields,
})
const version = (lang: string, tag: string, fields: Partial<LanguageVersion> = {}) =>
  ({ lang, ksbgNumber: null, pages: null, url: address(tag), ...fields }) as LanguageVersion

function open(languages: LanguageVersion[], { signedIn = false, asOf }: { signedIn?: boolean; asOf?: string } = {}) {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/languages': () => json([{ value: 'Somali', tag: 'so', name: 'Soomaali', dir: 'ltr', count: 3 }]),
  })
  const citation = { id: 'fever', readableIds: [], title: 'Fever', languages, revisionDates: [] } as unknown as Citation
  const config = { ...configOf(signedIn), person: signedIn ? 'nora' : undefined }
  return showWith(config, <LanguageTable citation={citation} ownPublisher asOf={asOf} />, '/citation/fever')
}
const viewLinks = () =>
  screen
    .queryAllByRole<HTMLAnchorElement>('link')
    .map(({ textContent, href, target }) => `${textContent} ${href} ${target}`)

test('the link to a stored file names its type; a PDF is nowhere shown within the page', async () => {
  const { container } = open([
    version('English', 'en', { file: stored() }),
    version('Somali', 'so', { file: stored({ type: 'audio/mpeg' }) }),
    version('Hmong', 'hmn', { url: 'https://x.example.org/a.pdf' }),
  ])
  await screen.findByRole('table')
  expect(viewLinks()).toEqual([
    `View and Print: English (opens in a new tab) PDF ${address('en')} _blank`,
    'View and Print: Hmong (opens in a new tab) https://x.example.org/a.pdf _blank',
    `View and Print: Somali (opens in a new tab) MP3 ${address('so')} _blank`,
  ])
  expect(container.querySelector('iframe, embed, object')).toBeNull()
  const players = [...container.querySelectorAll('audio')]
  expect(players.map((audio) => [audio.getAttribute('src'), audio.preload, audio.getAttribute('aria-label')])).toEqual([
    ['/file/fever/so', 'none', 'Listen: Somali'],
  ])
})

test('a withdrawn file is not opened, and its reason is shown', async () => {
  open([version('English', 'en', { file: stored({ withdrawn: { reason: 'Names a person.', at: '2026-02-01' } }) })])
  expect(await screen.findByText(/This file was withdrawn\./)).toBeTruthy()
  const reason = screen.getByText('Names a person.')
  expect(reason.parentElement?.textContent).toBe('Reason: Names a person.')
  expect(viewLinks()).toEqual([])
  expect(screen.queryByRole('button', { name: /QR Code/ })).toBeNull()
})

test('administrators see the facts of a stored file and can withdraw it; visitors do not', async () => {
  const { unmount } = open([version('English', 'en', { file: stored() })], { signedIn: true })
  expect(await screen.findByRole('button', { name: 'Withdraw… fever.pdf' }, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByText(/PDF, 2 pages, 340 KB, stored .* by Nora Vance$/)).toBeTruthy()
  unmount()
  open([version('English', 'en', { file: stored() })])
  await screen.findByRole('table')
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull()
})

test('the record of a day opens the copy of that day', async () => {
  const copy = { digest: 'b'.repeat(64), type: 'application/pdf', size: 9, fetched: '2019-05-01T12:00:00.000Z' }
  open([version('Somali', 'so', { url: 'https://x.example.org/a.pdf', copy })], { signedIn: true, asOf: '2019-05-03' })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^The copy fetched on/ })
  await expect.poll(() => link.getAttribute('href')).toBe('/file/fever/so?asOf=2019-05-03')
})
