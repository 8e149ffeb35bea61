// Replaces the page that the server rendered by the screens, and preserves what the person has done meanwhile: the text
// in the search box, the focus, what was typed or chosen elsewhere, and a click on a button that did not work yet.

/** The search box of the server's page. */
const searchBox = '#search-text'
const controls = 'a, button, input, select'

/** The text in the search box of the server's page. */
export interface LeftText {
  text: string
  /** The caret or the selected text; null if the box does not have the focus. */
  selection: [number, number] | null
}

let left: LeftText | null = null

/** The text left in the search box of the server's page, once; null if nobody used the box. */
export function takeLeftText(): LeftText | null {
  const found = left
  left = null
  return found
}

function leftIn(page: HTMLElement): LeftText | null {
  const box = page.querySelector<HTMLInputElement>(searchBox)
  if (box === null) return null
  const hasFocus = document.activeElement === box
  if (!hasFocus && box.value === box.defaultValue) return null
  return { text: box.value, selection: hasFocus ? [box.selectionStart ?? 0, box.selectionEnd ?? 0] : null }
}

/** The identity of a control: its target or its text, and the number of equal ones before it. */
function signature(control: Element): string {
  return `${control.getAttribute('href') ?? ''} ${control.textContent?.replace(/\s/g, '')}`
}

/** The control of `screens` that corresponds to one of `page`. */
function counterpartOf(control: Element | null, page: HTMLElement, screens: HTMLElement): HTMLElement | undefined {
  if (control === null || control.matches(searchBox)) return
  const same = (root: HTMLElement) =>
    [...root.querySelectorAll<HTMLElement>(controls)].filter((other) => signature(other) === signature(control))
  return same(screens)[same(page).indexOf(control as HTMLElement)]
}

/** A select has no `defaultValue`. */
type Field = (HTMLInputElement | HTMLSelectElement) & { defaultValue?: string }

/** Changes the fields of the screens as the person has changed those of `page` with the same ID. */
function carryOver(page: HTMLElement) {
  for (const field of page.querySelectorAll<Field>('input, select')) {
    const initial = field.defaultValue ?? field.querySelector<HTMLOptionElement>('[selected]')?.value ?? ''
    const own = document.getElementById(field.id)
    if (!own || field.value === initial) continue
    // React overrides the property of the element, and ignores a change that was made by it.
    Reflect.set(Object.getPrototypeOf(own), 'value', field.value, own)
    own.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

let pressed: Element | null = null

/** Records clicks on buttons of the server's page from now on. */
export function notePresses(page: HTMLElement) {
  page.addEventListener('click', ({ target }) => {
    pressed = (target as Element).closest('button[type="button"]')
  })
}

/**
 * Replaces the server's page by the element in which the screens are about to be rendered. Returns a function to call
 * once they are rendered: it restores the focus and changed fields, and clicks the recorded button.
 */
export function replacePage(page: HTMLElement, screens: HTMLElement): () => void {
  const focused = page.contains(document.activeElement) ? document.activeElement : null
  left = leftIn(page)
  page.replaceWith(screens)
  return () => {
    counterpartOf(focused, page, screens)?.focus({ preventScroll: true })
    carryOver(page)
    counterpartOf(pressed, page, screens)?.click()
  }
}
