import { expect, test } from 'vitest'
import { transitionRule, unsentOf } from './orderStates'
import { orderStates } from './orderTransitions'

test('an order can only be reopened with the right to do so, and with a note', () => {
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

test('sending can be repeated while pieces are unsent', () => {
  expect(transitionRule({ state: 'sent', unsent: 3 }, 'sent', false)).toBe('free')
})

test('unsent pieces are added up', () => {
  expect(
    unsentOf([
      { quantity: 40, sent: 10 },
      { quantity: 5, sent: 5 },
    ]),
  ).toBe(30)
})
