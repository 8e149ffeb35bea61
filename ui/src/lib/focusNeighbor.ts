// Where the focus goes when the control that has it is about to be removed with its row.

const controls = 'button:not(:disabled), a[href], input:not(:disabled)'

/**
 * Moves the focus from a control to the same control of the next or previous row, otherwise to the element of `fallback`.
 * `row` is the selector of the element that will be removed. Must be called before the removal.
 */
export function focusNeighbor(control: HTMLElement, row: string, fallback: () => HTMLElement | null | undefined) {
  const own = control.closest(row)
  const place = own ? [...own.querySelectorAll(controls)].indexOf(control) : -1
  for (const other of [own?.nextElementSibling, own?.previousElementSibling]) {
    const same = other?.matches(row) ? other.querySelectorAll<HTMLElement>(controls)[place] : undefined
    if (same) {
      same.focus()
      return
    }
  }
  fallback()?.focus()
}
