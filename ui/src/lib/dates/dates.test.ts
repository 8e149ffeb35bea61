import { expect, test } from 'vitest'
import { hasFourDigitYear, isoDay, isoTimestamp, shortDate, today } from './dates'

test.each([
  ['2024-03-09T00:00:00.000Z', '3/9/2024'],
  ['2024-03-09T23:59:59Z', '3/9/2024'],
  ['2024-12-31', '12/31/2024'],
  ['soon', ''],
  ['2024-13-40', ''],
  [null, ''],
  [undefined, ''],
])('%s is shown as %s in any time zone', (value, expected) => expect(shortDate(value)).toBe(expected))

test('a day becomes a full timestamp and back', () => {
  expect(isoTimestamp('2024-03-09')).toBe('2024-03-09T00:00:00.000Z')
  expect(isoDay(isoTimestamp('2024-03-09'))).toBe('2024-03-09')
})

test('today is the current day in the time zone of the person', () => {
  expect(today(new Date(2026, 0, 5, 23, 30))).toBe('2026-01-05')
})

test.each([
  ['2031-01-24', true],
  ['122031-01-24', false],
  ['', false],
])('"%s" has a year of four digits: %s', (day, expected) => expect(hasFourDigitYear(day)).toBe(expected))
