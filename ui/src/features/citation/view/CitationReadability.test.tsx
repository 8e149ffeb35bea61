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

test('the grade is shown, marked as an estimate', async () => {
  open([version({})])
  expect((await screen.findByText('Reading level:')).parentElement?.textContent).toBe(
    'Reading level: grade 7 (estimate)',
  )
})

test('several versions are labelled by language, and a scan is mentioned', async () => {
  open([version({}), version({ lang: 'Spanish', state: 'noText', readingLevel: null })])
  expect((await screen.findByText('Reading level:')).parentElement?.textContent).toBe(
    'Reading level: English: grade 7 (estimate), Spanish: No text (probably a scan)',
  )
})

test('nothing is shown while no reading level is known', async () => {
  const { asked } = open([version({ state: 'notFetched', readingLevel: null })])
  await waitFor(() => expect(asked.some(({ call }) => call.includes('readability'))).toBe(true))
  expect(screen.queryByText('Reading level:')).toBeNull()
})
