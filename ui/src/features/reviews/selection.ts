// The selected citations: pure functions on a map by ID.
import type { ReviewEntry } from '../../api/maintenance/reviews'

export type Selection = ReadonlyMap<string, ReviewEntry>

export const noSelection: Selection = new Map()

/** Selects or deselects citations. */
export function withSelection(selection: Selection, entries: readonly ReviewEntry[], selected: boolean): Selection {
  const next = new Map(selection)
  for (const entry of entries) {
    if (selected) next.set(entry.id, entry)
    else next.delete(entry.id)
  }
  return next
}

/** The citations from one to another in the list, both included; only `to` when `from` is not in it. */
export function selectRange(entries: readonly ReviewEntry[], from: string | null, to: string): ReviewEntry[] {
  const end = entries.findIndex(({ id }) => id === to)
  if (end === -1) return []
  const begin = entries.findIndex(({ id }) => id === from)
  const other = begin === -1 ? end : begin
  return entries.slice(Math.min(other, end), Math.max(other, end) + 1)
}
