import { expect, test } from 'vitest'
import type { OrderState } from '../../../lib/orderTransitions'
import { transitionChoices, transitionTexts } from './TransitionForm'

const offered = (state: OrderState, { unsent = 0, mayReopen = false } = {}) =>
  transitionChoices({ state, unsent }, mayReopen).map((choice) =>
    choice.needsNote ? `${choice.state}*` : choice.state,
  )

test('the most likely transition comes first, those that need a note last', () => {
  expect(offered('received')).toEqual(['printing', 'ready', 'sent', 'waiting*', 'cancelled*'])
  expect(offered('printing')).toEqual(['ready', 'sent', 'waiting*', 'received*', 'cancelled*'])
  expect(offered('ready')).toEqual(['sent', 'waiting*', 'printing*', 'received*', 'cancelled*'])
  expect(offered('waiting')).toEqual(['printing', 'ready', 'sent', 'received*', 'cancelled*'])
})

test('a closed order offers to send the rest, and to reopen it to those who may', () => {
  expect(offered('sent')).toEqual([])
  expect(offered('sent', { unsent: 5 })).toEqual(['sent'])
  expect(offered('cancelled')).toEqual([])
  expect(offered('cancelled', { mayReopen: true })).toEqual(['waiting*', 'ready*', 'printing*', 'received*'])
})

test.each([
  ['received', 'printing', 'Set to printing'],
  ['ready', 'printing', 'Set back to printing'],
  ['sent', 'sent', 'Send the rest'],
  ['cancelled', 'received', 'Reopen the order'],
  ['printing', 'waiting', 'Send question'],
] as const)('from %s to %s: %s', (from, to, action) => {
  expect(transitionTexts({ state: from, unsent: 1 }, to).action).toBe(action)
})
