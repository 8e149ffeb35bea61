import messages from 'messages:en/results'
import others from 'messages:others'
import { expect, test } from 'vitest'
import { createText } from '../../../i18n/section'
import { resultHeader, understoodNote } from './useSearchAnswer'

const t = createText(messages, 'en', null)

const hits = (found: number, start: number, count: number) => ({ found, start, hit: Array.from({ length: count }) })

test.each([
  [hits(42, 0, 10), 'Showing 1 to 10 of 42 results for "asthma"'],
  [hits(42, 40, 2), 'Showing 41 to 42 of 42 results for "asthma"'],
  [hits(12345, 9990, 10), 'Showing 9,991 to 10,000 of 12,345 results for "asthma"'],
  [hits(0, 0, 0), 'No matching search results for "asthma"'],
  [hits(42, 400, 0), 'There are only 42 results for "asthma"'],
  [hits(1, 10, 0), 'There is only 1 result for "asthma"'],
])('%o', (given, expected) => expect(resultHeader(t, { q: 'asthma' }, given)).toBe(expected))

test.each([
  [
    'athsma',
    { as: 'asthma', kind: 'spelling', sure: true },
    'Nothing found for "athsma". Showing results for "asthma".',
  ],
  ['asma', { as: 'asthma', kind: 'term', sure: true }, 'Showing results for "asma" (asthma).'],
  ['asthma zebra', { as: 'asthma zebra', kind: 'part', sure: true }, 'Showing results with some of your words.'],
  [
    'asthma zebra yacht',
    { as: 'asthma zebra yacht', kind: 'part', sure: false },
    'Not all of your words were found. These may be related.',
  ],
  ['imetrex', { as: 'migraine', kind: 'concept', sure: true }, 'May be about: migraine'],
  [
    'the thing that itches',
    { as: 'itching, hives', kind: 'concept', sure: false },
    'Not all of your words were found. These may be related. May be about: itching, hives',
  ],
  ['asthma', undefined, ''],
])('%s was understood as %o', (q, understood, expected) => expect(understoodNote(t, q, understood)).toBe(expected))

test('a corrected query is shown as it was searched', () => {
  const header = (kind: string) =>
    resultHeader(t, { q: 'pnemonia' }, { ...hits(40, 0, 10), understood: { as: 'pneumonia', kind } })
  expect(header('spelling')).toBe('Showing 1 to 10 of 40 results for "pneumonia"')
  expect(header('term')).toBe('Showing 1 to 10 of 40 results for "pnemonia"')
})

test('in Spanish, a single result is singular', async () => {
  const spanish = createText(messages, 'es', (await others.es?.())?.default ?? null)
  expect(resultHeader(spanish, { q: 'asma' }, hits(1, 0, 1))).toBe('1 a 1 de 1 resultado de «asma»')
  expect(resultHeader(spanish, { q: '' }, hits(12345, 0, 10))).toBe('1 a 10 de 12,345 resultados')
})
