import { expect, test } from 'vitest'
import {
  eventWords,
  type OrderEvent,
  type OrderState,
  orderStates,
  standingWords,
  stepRule,
  unsentOf,
} from './orderSteps'

/** Free, with a note, by those who may reopen (with a note), never; columns as `orderStates`. */
const table: Record<OrderState, string> = {
  received: '-n+++n',
  waiting: 'n-+++n',
  printing: 'nn-++n',
  ready: 'nnn-+n',
  sent: 'aaaa--',
  cancelled: 'aaaa--',
}
const ruleOf: Record<string, [string, string]> = {
  '+': ['free', 'free'],
  n: ['note', 'note'],
  a: ['never', 'note'],
  '-': ['never', 'never'],
}

test.each(orderStates)('steps from %s are those of the table', (from) => {
  const rules = (mayReopen: boolean) => orderStates.map((to) => stepRule({ state: from, unsent: 0 }, to, mayReopen))
  expect(rules(false)).toEqual([...table[from]].map((sign) => ruleOf[sign]?.[0]))
  expect(rules(true)).toEqual([...table[from]].map((sign) => ruleOf[sign]?.[1]))
})

test('sending is repeated while something is unsent', () => {
  expect(stepRule({ state: 'sent', unsent: 3 }, 'sent', false)).toBe('free')
  expect(standingWords({ state: 'sent', unsent: 3 })).toBe('Partly sent')
  expect(standingWords({ state: 'sent', unsent: 0 })).toBe('Sent')
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
