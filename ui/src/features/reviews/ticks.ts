// Which citations of the list are ticked: pure functions over a map by id.
import type { ReviewEntry } from '../../api/reviews'

export type Ticks = ReadonlyMap<string, ReviewEntry>

export const noTicks: Ticks = new Map()

/** Ticks these citations or takes the ticks away. */
export function withTicks(ticks: Ticks, entries: readonly ReviewEntry[], ticked: boolean): Ticks {
  const next = new Map(ticks)
  for (const entry of entries) {
    if (ticked) next.set(entry.id, entry)
    else next.delete(entry.id)
  }
  return next
}

/** The citations from one to another in the list, both included; only `to` when `from` is not in it. */
export function rangeOf(entries: readonly ReviewEntry[], from: string | null, to: string): ReviewEntry[] {
  const end = entries.findIndex(({ id }) => id === to)
  if (end === -1) return []
  const begin = entries.findIndex(({ id }) => id === from)
  const other = begin === -1 ? end : begin
  return entries.slice(Math.min(other, end), Math.max(other, end) + 1)
}
