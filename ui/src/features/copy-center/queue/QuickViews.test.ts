import { afterEach, expect, test, vi } from 'vitest'
import { viewsOfToday } from './QueueFilters'

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['on a day of 25 hours', new Date(2026, 10, 1, 23, 30), '2026-10-31'],
  ['after a day of 23 hours', new Date(2026, 2, 9, 0, 30), '2026-03-08'],
  ['on the first day of a year', new Date(2026, 0, 1, 12), '2025-12-31'],
])('yesterday is the day before today, %s', (_, now, yesterday) => {
  vi.useFakeTimers({ now })
  expect(viewsOfToday().map(({ filter }) => filter.from)).toContain(yesterday)
})
