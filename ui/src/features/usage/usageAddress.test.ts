import { expect, test } from 'vitest'
import type { UsageRow } from '../../api/maintenance/usage'
import { countedSince, inAddress, rowName, toFilter, usageAddress } from './usageAddress'

const parse = (query: string) => usageAddress.parse(new URLSearchParams(query)).filter
const month = (key: string, open: number): UsageRow => ({
  key,
  title: key,
  view: 0,
  open,
  scan: 0,
  order: 0,
})

test('a URL without a valid list or period has the defaults', () => {
  expect(parse('list=unused&months=24&department=NICU')).toEqual({ list: 'unused', months: '24', department: 'NICU' })
  expect(parse('list=color&months=5')).toEqual({ list: '', months: '', department: '' })
  expect([inAddress('12'), inAddress('24')]).toEqual(['', '24'])
})

test('a period is whole calendar months, this one included', () => {
  expect(toFilter(parse(''), 'month', '2026-11-23').from).toBe('2025-12-01')
  expect(toFilter(parse('months=3'), 'citation', '2026-01-31').from).toBe('2025-11-01')
})

test('citations listed as unused for a year were not used for a whole year', () => {
  expect(toFilter(parse(''), 'unused', '2026-11-23').from).toBe('2025-11-23')
})

test('the first counted month matters only if it is not the first of the period', () => {
  expect(countedSince([month('2026-09', 0), month('2026-10', 2), month('2026-11', 0)])).toBe('2026-10')
  expect(countedSince([month('2026-10', 2), month('2026-11', 0)])).toBeUndefined()
  expect(countedSince([month('2026-10', 0)])).toBeUndefined()
})

test('a row has the name of its month or department', () => {
  expect(rowName('month', { key: '2026-03', title: '2026-03' })).toBe('Mar 2026')
  expect(rowName('department', { key: '', title: '' })).toBe('No department')
  expect(rowName('language', { key: 'es', title: 'Spanish' })).toBe('Spanish')
})
