import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { CitationAnswer } from '../../../api/catalogue/citations'
import { configOf, json, serve, showWith } from '../../../testApp'
import { CitationView } from './CitationView'

const citationOf = (id: string) =>
  ({
    id,
    readableIds: [{ id }],
    title: `About ${id}`,
    authors: [],
    keywords: [],
    tags: [],
    audience: [],
    obsolete: false,
    publisher: { name: "Children's" },
    languages: [],
    revisionDates: [],
  }) as unknown as CitationAnswer['citation']

function Views() {
  const [id, setId] = useState('fever')
  return (
    <>
      <button type="button" onClick={() => setId('croup')}>
        Next
      </button>
      <CitationView citation={citationOf(id)} />
    </>
  )
}

test('the report about a citation has no input of the previous one', async () => {
  const user = userEvent.setup()
  serve({})
  showWith(configOf(false), <Views />, '/citation/fever')
  const report = async () => {
    await user.click(screen.getByRole('button', { name: 'Report a problem' }))
    // The dialog is loaded as a separate script.
    await user.click(await screen.findByRole('button', { name: 'Write more' }, { timeout: 10_000 }))
    return screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Tell us more/ })
  }
  await user.type(await report(), 'About the fever')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect((await report()).value).toBe('')
})

const openAs = (roles: string[]) => {
  const user = { admin: false, roles, session: { favorites: [], order: [] }, searches: [], profile: {} }
  serve({ 'GET /api/user': () => json(user) })
  showWith({ ...configOf(true), person: 'iris' }, <CitationView citation={citationOf('fever')} />, '/citation/fever')
}

test('auditors open the rows of the audit trail about this citation', async () => {
  openAs(['auditor'])
  // Parts for staff are loaded as separate scripts.
  const link = await screen.findByRole('link', { name: 'Audit trail' }, { timeout: 10_000 })
  expect(link.getAttribute('href')).toBe('/audit?object=citation%2Ffever')
})

test('others do not', async () => {
  openAs(['admin'])
  await screen.findByRole('link', { name: 'Edit' }, { timeout: 10_000 })
  expect(screen.queryByRole('link', { name: 'Audit trail' })).toBeNull()
})

test('the page shows the title of the version in the language of its URL, above that of the catalogue', async () => {
  serve({ 'GET /api/languages': () => json([{ value: 'Arabic', tag: 'ar', name: 'العربية', dir: 'rtl', count: 1 }]) })
  const version = { lang: 'Arabic', title: 'الحمى', url: 'https://x.example.org/ar.pdf', ksbgNumber: null }
  const citation = { ...citationOf('fever'), languages: [version] } as unknown as CitationAnswer['citation']
  showWith(configOf(false), <CitationView citation={citation} />, '/citation/fever?lang=ar')
  const heading = await screen.findByRole('heading', { level: 1, name: version.title })
  expect([heading.lang, heading.dir]).toEqual(['ar', 'rtl'])
  expect(screen.getByText('About fever').tagName).toBe('P')
  expect(screen.getByRole('link', { name: /^View in العربية/ }).getAttribute('href')).toBe(version.url)
})
