import { expect, test } from 'vitest'
import type { OrderEvent } from '../../lib/orderStates'
import type { OrderState } from '../../lib/orderTransitions'
import { eventWords, progressWords } from './stateWords'

test('a sent order with unsent pieces is partly sent', () => {
  expect(progressWords({ state: 'sent', unsent: 3 })).toBe('Partly sent')
  expect(progressWords({ state: 'sent', unsent: 0 })).toBe('Sent')
})

const event = (state: OrderState, sent?: number): OrderEvent => ({
  state,
  at: '2026-01-05T10:00:00Z',
  by: 'Nora Vance',
  note: null,
  ...(sent !== undefined && { sent: [{ line: 1, quantity: sent }] }),
})

test('events are described', () => {
  const events = [
    event('received'),
    event('waiting'),
    event('received'),
    event('ready'),
    event('printing'),
    event('sent', 30),
    event('sent', 10),
    event('printing'),
    event('cancelled'),
    event('received'),
  ]
  expect(eventWords(events, 40)).toEqual([
    'Received',
    'Question',
    'Answer',
    'Ready',
    'Back to printing',
    'Partly sent',
    'Sent',
    'Reopened: printing',
    'Cancelled',
    'Reopened: received',
  ])
})
