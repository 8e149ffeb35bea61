// A step with several orders at once: what it needs, and what came of it in words.
import type { BatchOutcome, QueueEntry } from '../../api/copyCenter'
import { type OrderState, stateWords, stepRule } from '../../lib/orderSteps'

/** Steps that are taken with several orders at once. */
export const batchSteps = ['printing', 'ready', 'sent', 'waiting', 'cancelled'] as const

/**
 * Orders for which the step needs a note. The list does not know what was sent of an order, so that one which is sent
 * already is left to the server.
 */
export const needNote = (orders: readonly QueueEntry[], to: OrderState, mayReopen: boolean) =>
  orders.filter(({ state }) => stepRule({ state, unsent: 0 }, to, mayReopen) === 'note')

/** An order that stayed as it was, and why. */
export interface Refused {
  order: QueueEntry
  detail: string
}

export interface BatchResult {
  to: OrderState
  done: QueueEntry[]
  refused: Refused[]
}

/** Sorts the outcomes; refused orders get the version that they are in now, which the person has been shown. */
export function resultOf(
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
        detail: outcomeOf(order)?.detail || 'The server did not say what became of it.',
      })),
  }
}

/** How many orders were set to a state, as a sentence. */
export function doneWords({ to, done }: BatchResult): string {
  const orders = done.length === 1 ? '1 order is' : `${done.length} orders are`
  return `${orders} ${to === 'waiting' ? 'waiting for an answer' : stateWords[to].toLowerCase()} now.`
}
