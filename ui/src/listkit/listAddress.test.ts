import { expect, test } from 'vitest'
import { anyText, isDay, listAddress } from './listAddress'

const address = listAddress<{ state: string; from: string; q: string }>('/list', {
  state: (value) => value === 'open',
  from: isDay,
  q: anyText,
})
const parse = (query: string) => address.parse(new URLSearchParams(query))

test('invalid values and pages are ignored', () => {
  expect(parse('state=lost&from=soon&page=x')).toEqual({ filter: { state: '', from: '', q: '' }, page: 1 })
  expect(parse('page=0').page).toBe(1)
  for (const day of ['2026-13-40', '2026-02-30', '2026-2-3']) expect(parse(`from=${day}`).filter.from).toBe('')
})

test('a URL is written as it was parsed', () => {
  for (const query of ['', 'state=open', 'from=2026-01-05&q=asthma+plan&page=3']) {
    const { filter, page } = parse(query)
    expect(address.parameters(filter, page).toString()).toBe(query)
  }
})

test('a path has only the filters that are set', () => {
  expect(address.path({ state: '', from: '', q: '' })).toBe('/list')
  expect(address.path({ state: 'open', from: '', q: '' }, 2)).toBe('/list?state=open&page=2')
})
