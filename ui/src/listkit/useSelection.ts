// Selections in a list, in order of selection, and the checkboxes of its rows.
import { type ChangeEvent, useRef, useState } from 'react'

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

/** A selection that is lost when the screen is unmounted. */
export function useSelection<Item>(key: (item: Item) => string) {
  const [selection, setSelection] = useState<Selection<Item>>(() => new Map())
  return {
    selection,
    select: (items: readonly Item[], isSelected: boolean) =>
      setSelection((before) => withSelection(before, items, isSelected, key)),
    clear: () => setSelection(new Map()),
  }
}

interface Rows<Item> {
  /** The items on the page that can be selected. */
  items: readonly Item[]
  selection: Selection<Item>
  key: (item: Item) => string
  onSelect: (items: readonly Item[], isSelected: boolean) => void
}

/** The state of a row's checkbox. */
export interface SelectionRow {
  checked: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** Props for the checkboxes of a table: one for the whole page and one for each row. Shift selects a range of rows. */
export function useSelectionRows<Item>({ items, selection, key, onSelect }: Rows<Item>) {
  const last = useRef<string | null>(null)
  const selected = items.filter((item) => selection.has(key(item))).length
  return {
    page: {
      checked: items.length > 0 && selected === items.length,
      indeterminate: selected > 0 && selected < items.length,
      disabled: items.length === 0,
      onChange: (event: ChangeEvent<HTMLInputElement>) => onSelect(items, event.target.checked),
    },
    row: (item: Item): SelectionRow => ({
      checked: selection.has(key(item)),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const withShift = (event.nativeEvent as MouseEvent).shiftKey
        onSelect(withShift ? itemRange(items, last.current, key(item), key) : [item], event.target.checked)
        last.current = key(item)
      },
    }),
  }
}
