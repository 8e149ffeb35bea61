// Batch transitions: which orders need a note, and the result.
import t from 'messages:staff/copyCenter'
import type { BatchOutcome, QueueEntry } from '../../../api/orders/copyCenter'
import { transitionRule } from '../../../lib/orderStates'
import type { OrderState } from '../../../lib/orderTransitions'
import { stateWords } from '../stateWords'

/**
 * The orders for which the transition needs a note. The list does not contain sent quantities, so the server decides about
 * orders that are already sent.
 */
export const ordersNeedingNote = (orders: readonly QueueEntry[], to: OrderState, mayReopen: boolean) =>
  orders.filter(({ state }) => transitionRule({ state, unsent: 0 }, to, mayReopen) === 'note')

/** A skipped order with the reason. */
export interface Refused {
  order: QueueEntry
  detail: string
}

export interface BatchResult {
  to: OrderState
  done: QueueEntry[]
  refused: Refused[]
}

/** Groups the results; skipped orders get their current version, which the page shows. */
export function toBatchResult(
  orders: readonly QueueEntry[],
  to: OrderState,
  outcomes: readonly BatchOutcome[],
): BatchResult {
  const outcomeOf = (order: QueueEntry) => outcomes.find(({ id }) => id === order.number)
  const isDone = (order: QueueEntry) => outcomeOf(order)?.status === 200
  return {
    to,
    done: orders.filter(isDone),
    refused: orders
      .filter((order) => !isDone(order))
      .map((order) => ({
        order: { ...order, version: outcomeOf(order)?.version ?? order.version },
        detail: outcomeOf(order)?.detail || t('serverGaveNoReason'),
      })),
  }
}

/** States how many orders were changed. */
export function doneWords({ to, done }: BatchResult): string {
  const state = to === 'waiting' ? t('waitingInSentence') : stateWords[to].toLowerCase()
  return t('ordersAreNow', { count: done.length, state })
}
