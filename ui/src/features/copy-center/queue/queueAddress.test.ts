import { expect, test } from 'vitest'
import { activeFilterCount, emptyFilter, queueAddress, quickViews, toFilter } from './QueueFilters'

const filterIn = (query: string) => queueAddress.parse(new URLSearchParams(query)).filter

test('no state means open orders, all means no filter', () => {
  expect(toFilter(filterIn('')).state).toBe('received,waiting,printing,ready')
  expect(toFilter(filterIn('state=all')).state).toBe('')
  expect(toFilter(filterIn('state=ready')).state).toBe('ready')
})

test('invalid values are ignored', () => {
  expect(filterIn('state=lost&from=soon&to=2026-1-5&late=yes')).toEqual(emptyFilter)
})

test('every quick view has its own URL', () => {
  const addresses = quickViews('2026-01-04').map(({ filter }) => queueAddress.path(filter))
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('filters are counted unless they are those of a view', () => {
  const views = quickViews('2026-01-04')
  const check = (query: string, expected: number) => expect(activeFilterCount(filterIn(query), views)).toBe(expected)
  check('', 0)
  check('q=asthma', 0)
  check('late=true', 0)
  check('late=true&q=asthma', 0)
  check('state=sent', 1)
  check('late=true&mailStop=MB+12', 2)
})
