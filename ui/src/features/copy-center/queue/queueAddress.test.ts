import { expect, test } from 'vitest'
import { activeFilterCount, emptyAddress, quickViews, readAddress, toFilter, writeAddress } from './queueAddress'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('no state means the open ones, all means no filter', () => {
  expect(toFilter(read('').address).state).toBe('received,waiting,printing,ready')
  expect(toFilter(read('state=all').address).state).toBe('')
  expect(toFilter(read('state=ready').address).state).toBe('ready')
})

test('an address comes back as it was written', () => {
  const address = {
    ...emptyAddress,
    state: 'sent',
    q: 'asthma plan',
    from: '2026-01-05',
    mailStop: 'MB 12',
    late: 'true',
  }
  expect(readAddress(writeAddress(address, 3))).toEqual({ address, page: 3 })
  expect(writeAddress(emptyAddress).toString()).toBe('')
})

test('what makes no sense counts as not given', () => {
  expect(read('state=lost&from=soon&to=2026-1-5&late=yes&page=0')).toEqual({ address: emptyAddress, page: 1 })
})

test('every quick view is an address of its own', () => {
  const addresses = quickViews('2026-01-04').map(({ address }) => writeAddress(address).toString())
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('filters are counted unless a view of one press stands for them', () => {
  const views = quickViews('2026-01-04')
  const check = (query: string, expected: number) =>
    expect(activeFilterCount(read(query).address, views)).toBe(expected)
  check('', 0)
  check('q=asthma', 0)
  check('late=true', 0)
  check('late=true&q=asthma', 0)
  check('state=sent', 1)
  check('late=true&mailStop=MB+12', 2)
})
