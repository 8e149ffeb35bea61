import { expect, test } from 'vitest'
import { eventWords, type OrderEvent, progressWords, transitionRule, unsentOf } from './orderStates'
import { type OrderState, orderStates } from './orderTransitions'

test('only those who may reopen an order reopen it, with a note', () => {
  const rules = (mayReopen: boolean) =>
    orderStates.map((to) => transitionRule({ state: 'cancelled', unsent: 0 }, to, mayReopen))
  expect(rules(false)).toEqual(['never', 'never', 'never', 'never', 'never', 'never'])
  expect(rules(true)).toEqual(['note', 'note', 'note', 'note', 'never', 'never'])
})

test('a question needs a note, printing does not', () => {
  expect(transitionRule({ state: 'received', unsent: 3 }, 'waiting', false)).toBe('note')
  expect(transitionRule({ state: 'received', unsent: 3 }, 'printing', false)).toBe('free')
  expect(transitionRule({ state: 'received', unsent: 3 }, 'received', false)).toBe('never')
})

test('sending is repeated while something is unsent', () => {
  expect(transitionRule({ state: 'sent', unsent: 3 }, 'sent', false)).toBe('free')
  expect(progressWords({ state: 'sent', unsent: 3 })).toBe('Partly sent')
  expect(progressWords({ state: 'sent', unsent: 0 })).toBe('Sent')
})

test('unsent pieces are added up', () => {
  expect(
    unsentOf([
      { quantity: 40, sent: 10 },
      { quantity: 5, sent: 5 },
    ]),
  ).toBe(30)
})

const event = (state: OrderState, sent?: number): OrderEvent => ({
  state,
  at: '2026-01-05T10:00:00Z',
  by: 'Nora Vance',
  note: null,
  ...(sent !== undefined && { sent: [{ line: 1, quantity: sent }] }),
})

test('events say what happened', () => {
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
