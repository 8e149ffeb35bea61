// Batch transitions: which orders need a note, and the result.
import type { BatchOutcome, QueueEntry } from '../../../api/orders/copyCenter'
import { stateWords, transitionRule } from '../../../lib/orderStates'
import type { OrderState } from '../../../lib/orderTransitions'

/** The states that a batch transition can set. */
export const batchTransitions = ['printing', 'ready', 'sent', 'waiting', 'cancelled'] as const

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
        detail: outcomeOf(order)?.detail || 'The server gave no reason.',
      })),
  }
}

/** States how many orders were changed. */
export function doneWords({ to, done }: BatchResult): string {
  const orders = done.length === 1 ? '1 order is' : `${done.length} orders are`
  return `${orders} ${to === 'waiting' ? 'waiting for an answer' : stateWords[to].toLowerCase()} now.`
}
