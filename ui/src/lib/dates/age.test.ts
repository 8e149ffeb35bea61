import { expect, test } from 'vitest'
import { ageInWords, timeInWords } from './dates'

const minute = 60_000
const hour = 60 * minute

test.each([
  [0, '1 minute ago'],
  [12.9 * minute, '12 minutes ago'],
  [59.9 * minute, '59 minutes ago'],
  [hour, '1 hour ago'],
  [47.5 * hour, '47 hours ago'],
  [48 * hour, '2 days ago'],
])('%d ms are %s', (ms, words) => expect(ageInWords(ms, 'en-US')).toBe(words))

test('an age is written in the screen language', () => expect(ageInWords(12 * minute, 'es-US')).toBe('hace 12 minutos'))

test('a time has its date unless it is today', () => {
  const now = new Date(2026, 10, 22, 14, 17)
  const spaced = (text: string) => text.replace(/\s/g, ' ')
  expect(spaced(timeInWords(new Date(2026, 10, 22, 14, 5), now, 'en-US'))).toBe('2:05 PM')
  expect(spaced(timeInWords(new Date(2026, 10, 21, 23, 59), now, 'en-US'))).toBe('Nov 21, 2026, 11:59 PM')
})
