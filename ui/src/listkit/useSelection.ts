// The selection of a list, and the checkboxes of its rows.
import { type ChangeEvent, useRef, useState } from 'react'
import { itemRange, type Selection, withSelection } from './selection'

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
