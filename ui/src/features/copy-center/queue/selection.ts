// The selected orders: pure functions on a map by number, in order of selection.
import type { QueueEntry } from '../../../api/orders/copyCenter'

export type Selection = ReadonlyMap<string, QueueEntry>

export const nothing: Selection = new Map()

/** The maximum number of selected orders. */
export const maxSelected = 200

/** Selects or deselects orders; orders beyond the maximum are not selected. */
export function withSelection(selection: Selection, orders: readonly QueueEntry[], selected: boolean): Selection {
  const next = new Map(selection)
  for (const order of orders) {
    if (!selected) next.delete(order.number)
    else if (next.has(order.number) || next.size < maxSelected) next.set(order.number, order)
  }
  return next
}

/** The orders between two of the list, both included; only `to` if `from` is not in the list. */
export function selectRange(orders: readonly QueueEntry[], from: string | null, to: string): QueueEntry[] {
  const ends = [from ?? to, to].map((number) => orders.findIndex((order) => order.number === number))
  if (ends[1] === -1) return []
  const [first, last] = ends.includes(-1) ? [ends[1] ?? 0, ends[1] ?? 0] : [Math.min(...ends), Math.max(...ends)]
  return orders.slice(first, (last ?? 0) + 1)
}

/** The selected orders whose version in the list has changed. */
export function changedOrders(selection: Selection, fresh: readonly QueueEntry[]): QueueEntry[] {
  return fresh.filter((order) => {
    const selected = selection.get(order.number)
    return selected !== undefined && selected.version !== order.version
  })
}
