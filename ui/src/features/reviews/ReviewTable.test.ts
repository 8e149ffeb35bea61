import { expect, test } from 'vitest'
import { overdueWords } from './ReviewTable'

test.each([
  ['2023-11-23', '3 years overdue'],
  ['2023-11-24', '2 years overdue'],
  ['2025-11-23T00:00:00.000Z', '1 year overdue'],
  ['2025-11-24', '11 months overdue'],
  ['2026-10-23', '1 month overdue'],
  ['2026-10-24', '30 days overdue'],
  ['2026-11-22', '1 day overdue'],
  ['2026-11-23', ''],
  ['2027-01-01', ''],
  [null, ''],
])('due on %s: "%s"', (dueOn, expected) => expect(overdueWords(dueOn, '2026-11-23')).toBe(expected))

test('the last day of a short month completes it', () => {
  expect(overdueWords('2026-01-31', '2026-02-27')).toBe('27 days overdue')
  expect(overdueWords('2026-01-31', '2026-02-28')).toBe('1 month overdue')
})
