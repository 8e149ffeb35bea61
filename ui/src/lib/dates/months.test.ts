import { expect, test } from 'vitest'
import { monthName, monthsBefore } from './dates'

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
