// Which orders of the list are ticked: pure functions over a map by number, in the order in which they were ticked.
import type { QueueEntry } from '../../api/copyCenter'

export type Selection = ReadonlyMap<string, QueueEntry>

export const nothing: Selection = new Map()

/** Most orders that are ticked at once. */
export const maxTicked = 200

/** Ticks these orders or takes the ticks away; what is more than can be ticked at once stays without. */
export function withTicks(selection: Selection, orders: readonly QueueEntry[], ticked: boolean): Selection {
  const next = new Map(selection)
  for (const order of orders) {
    if (!ticked) next.delete(order.number)
    else if (next.has(order.number) || next.size < maxTicked) next.set(order.number, order)
  }
  return next
}

/** The orders from one to another in the list, both included; only `to` when `from` is not in it. */
export function rangeOf(orders: readonly QueueEntry[], from: string | null, to: string): QueueEntry[] {
  const ends = [from ?? to, to].map((number) => orders.findIndex((order) => order.number === number))
  if (ends[1] === -1) return []
  const [first, last] = ends.includes(-1) ? [ends[1] ?? 0, ends[1] ?? 0] : [Math.min(...ends), Math.max(...ends)]
  return orders.slice(first, (last ?? 0) + 1)
}

/** Ticked orders that are in another version in the list by now: somebody took a step with them. */
export function changedSince(selection: Selection, fresh: readonly QueueEntry[]): QueueEntry[] {
  return fresh.filter((order) => {
    const ticked = selection.get(order.number)
    return ticked !== undefined && ticked.version !== order.version
  })
}
