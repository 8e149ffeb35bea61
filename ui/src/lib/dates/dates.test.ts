import { expect, test } from 'vitest'
import { hasFourDigitYear, isoDay, isoTimestamp, monthName, monthsBefore, monthText, shortDate, today } from './dates'

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

test('a month has a name, anything else stays as it is', () => {
  expect(monthName('2026-03')).toBe('Mar 2026')
  expect(monthName('NICU')).toBe('NICU')
})

test.each([
  ['2026-11-23', 12, '2025-11-23'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2028-02-29', 12, '2027-02-28'],
  ['2026-11-01', 35, '2023-12-01'],
])('%s, %i months earlier, is %s', (day, months, expected) => expect(monthsBefore(day, months)).toBe(expected))

test('the month is that of the day as written, in the language of the screen', () => {
  expect(monthText('2025-05-31T00:00:00.000Z', 'en-US')).toBe('May 2025')
  expect(monthText('2025-05-01T00:00:00.000Z', 'en-US')).toBe('May 2025')
  expect(monthText('2025-05-01T00:00:00.000Z', 'es')).toBe('mayo de 2025')
})

test('without a day there is no month', () => {
  expect(monthText(null, 'en-US')).toBe('')
  expect(monthText('soon', 'en-US')).toBe('')
})
