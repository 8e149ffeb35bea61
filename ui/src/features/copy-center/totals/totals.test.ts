import { expect, test } from 'vitest'
import type { OrderTotal } from '../../../api/orders/copyCenter'
import { chartBars, inAddress, maxBars, toFilter, totalName, totalsAddress } from './TotalsPage'

const total = (fields: Partial<OrderTotal>): OrderTotal => ({
  value: '1234',
  orders: 1,
  pieces: 10,
  pages: 20,
  estimate: 1.4,
  piecesWithoutPages: 0,
  ...fields,
})

test('a URL without a valid grouping or day has the defaults', () => {
  const parse = (query: string) => toFilter(totalsAddress.parse(new URLSearchParams(query)).filter)
  expect(parse('by=month&from=2026-01-01')).toEqual({ by: 'month', from: '2026-01-01', to: '' })
  expect(parse('by=color&from=soon')).toEqual({ by: 'costCenter', from: '', to: '' })
  expect([inAddress('costCenter'), inAddress('month')]).toEqual(['', 'month'])
})

test('bars show dollars, the largest first with full length', () => {
  const { unit, bars } = chartBars('costCenter', [total({}), total({ value: '99', estimate: 2.8 })])
  expect(unit).toBe('dollars')
  expect(bars).toEqual([
    { name: '99', words: '$2.80', length: 1 },
    { name: '1234', words: '$1.40', length: 0.5 },
  ])
})

test('bars show pieces if nothing is estimated', () => {
  const { unit, bars } = chartBars('department', [total({ estimate: 0, pieces: 1200 })])
  expect([unit, bars[0]?.words]).toEqual(['pieces', '1,200'])
})

test('the latest months are shown in chronological order', () => {
  const months = Array.from({ length: maxBars + 1 }, (_, n) =>
    total({ value: `20${25 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}` }),
  )
  const { bars } = chartBars('month', months)
  expect(bars.map(({ name }) => name).slice(0, 2)).toEqual(['Feb 2025', 'Mar 2025'])
  expect(bars.at(-1)?.name).toBe('Jan 2026')
})

test('an item is named by its title and language', () => {
  expect(totalName('item', { value: 'KSBG1', title: 'Asthma', lang: 'Somali' })).toBe('Asthma, Somali')
})
