import { expect, test } from 'vitest'
import { orderEntry } from '../queue/orderEntry.fixture'
import { doneWords, ordersNeedingNote, toBatchResult } from './BatchBar'

const received = orderEntry({ number: '26-000001' })
const ready = orderEntry({ number: '26-000002', state: 'ready' })

test('a note is needed when an order goes back, is asked about or cancelled', () => {
  expect(ordersNeedingNote([received, ready], 'printing', false)).toEqual([ready])
  expect(ordersNeedingNote([received, ready], 'sent', false)).toEqual([])
  expect(ordersNeedingNote([received, ready], 'cancelled', false)).toEqual([received, ready])
})

test('refused orders have the reason and their current version', () => {
  const result = toBatchResult([received, ready], 'printing', [
    { id: '26-000001', status: 412, version: 2, detail: 'The order is cancelled.' },
    { id: '26-000002', status: 200, version: 3, detail: null },
  ])
  expect(result.done).toEqual([ready])
  expect(result.refused).toEqual([{ order: { ...received, version: 2 }, detail: 'The order is cancelled.' }])
  expect(doneWords(result)).toBe('1 order is printing now.')
})

test('an order without an outcome counts as refused', () => {
  const { done, refused } = toBatchResult([received], 'ready', [])
  expect(done).toEqual([])
  expect(refused[0]?.order).toEqual(received)
})
