import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Readability } from '../../../api/maintenance/readability'
import { json, serve, show, userOf } from '../../../testApp'
import CitationReadability from './CitationReadability'

const version = (given: Partial<Readability>): Readability => ({
  lang: 'English',
  url: 'https://files.example.org/fever.pdf',
  state: 'level',
  readingLevel: { grade: 7, estimate: true, fleschKincaid: 7.2, smog: 8, fernandezHuerta: null, band: null },
  reason: null,
  words: 200,
  fetched: '2026-01-05T03:00:12.000Z',
  ...given,
})

function open(versions: Readability[]) {
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/citations/fever/readability': () => json(versions),
  })
  const { container } = show(<CitationReadability id="fever" />, 'nora', '/citation/fever')
  return { asked, container }
}

test('the grade is shown, and that it is an estimate', async () => {
  open([version({})])
  expect((await screen.findByText('Reading level:')).parentElement?.textContent).toBe(
    'Reading level: grade 7 (estimate)',
  )
})

test('several languages are named, and a scan too', async () => {
  open([version({}), version({ lang: 'Spanish', state: 'noText', readingLevel: null })])
  expect((await screen.findByText('Reading level:')).parentElement?.textContent).toBe(
    'Reading level: English: grade 7 (estimate), Spanish: No text (scanned?)',
  )
})

test('where nothing is known there is nothing to read', async () => {
  const { asked } = open([version({ state: 'notFetched', readingLevel: null })])
  await waitFor(() => expect(asked.some(({ call }) => call.includes('readability'))).toBe(true))
  expect(screen.queryByText('Reading level:')).toBeNull()
})
