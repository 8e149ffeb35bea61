import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReadabilityEntry } from '../../api/maintenance/readability'
import { json, serve, show, userOf } from '../../testApp'
import ReadingLevelPage, { readingLevelAddress, toRequest } from './ReadingLevelPage'
import { readabilityEntry } from './readabilityEntry.fixture'

const counts = { level: 3, aboveAim: 1, noText: 2, failed: 0, short: 0, noFormula: 0, notFetched: 0 }

function open(handouts: ReadabilityEntry[], { nightly = true, path = '/reading_level' } = {}) {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/system/readability': () => json({ counts, found: handouts.length, handouts, nightly }),
  })
  show(<ReadingLevelPage />, 'nora', path)
}

test('the hardest handouts are listed with their grades and figures', async () => {
  open([
    readabilityEntry({}),
    readabilityEntry({
      citation: 'asma',
      lang: 'Spanish',
      readingLevel: {
        grade: 6,
        estimate: false,
        fleschKincaid: null,
        smog: null,
        fernandezHuerta: 71.3,
        band: 'quite-easy',
      },
    }),
  ])
  await screen.findByText('2 handouts')
  expect(screen.getByText('about grade 9; goal: grade 6')).toBeTruthy()
  expect(screen.getByText('estimate')).toBeTruthy()
  expect(screen.getByText('Flesch-Kincaid 9.1, SMOG 10.4')).toBeTruthy()
  expect(screen.getByText('about grade 6')).toBeTruthy()
  expect(screen.getByText('Fernández-Huerta 71.3, quite easy')).toBeTruthy()
  await screen.findByRole('link', { name: 'No text (probably a scan) (2)' })
})

test('a scan is shown as a barrier', async () => {
  const none = { readingLevel: null, words: null }
  open([readabilityEntry({ state: 'noText', ...none })], { path: '/reading_level?state=noText' })
  await screen.findByText(/Screen readers cannot read it aloud/)
})

test('it shows that texts are not read, and that no handout is too hard', async () => {
  open([], { nightly: false })
  await screen.findByText('The text of handouts is not read.')
  await screen.findByText(/No handouts above grade 6 here\./)
})

test('the first view requests handouts above the aim', () => {
  const filterIn = (query: string) => readingLevelAddress.parse(new URLSearchParams(query)).filter
  expect(toRequest(filterIn('state=easy'))).toEqual({ state: '', department: '', above: '6' })
  expect(toRequest(filterIn('state=all'))).toEqual({ state: '', department: '', above: '' })
  expect(toRequest(filterIn('state=short&department=A'))).toEqual({ state: 'short', department: 'A', above: '' })
})
