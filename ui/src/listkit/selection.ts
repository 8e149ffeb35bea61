// Selections of items in a list: pure functions on a map by key, in order of selection.

export type Selection<Item> = ReadonlyMap<string, Item>

/** Selects or deselects items; items beyond `max` are not selected. */
export function withSelection<Item>(
  selection: Selection<Item>,
  items: readonly Item[],
  isSelected: boolean,
  key: (item: Item) => string,
  max = Number.POSITIVE_INFINITY,
): Selection<Item> {
  const next = new Map(selection)
  for (const item of items) {
    if (!isSelected) next.delete(key(item))
    else if (next.has(key(item)) || next.size < max) next.set(key(item), item)
  }
  return next
}

/** The items between two of the list, both included; only `to` if `from` is not in the list. */
export function itemRange<Item>(
  items: readonly Item[],
  from: string | null,
  to: string,
  key: (item: Item) => string,
): Item[] {
  const end = items.findIndex((item) => key(item) === to)
  if (end === -1) return []
  const start = items.findIndex((item) => key(item) === from)
  const other = start === -1 ? end : start
  return items.slice(Math.min(other, end), Math.max(other, end) + 1)
}
