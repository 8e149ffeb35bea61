// Puts the screens in the place of the page that the server wrote, with what somebody has done there meanwhile: the text in the
// search box, and the focus.

/** The search box of the server's page. */
const searchBox = '#search-text'
const controls = 'a, button, input, select'

/** What somebody has left in the search box of the server's page. */
export interface LeftText {
  text: string
  /** The caret or the selected text; null if the box does not have the focus. */
  selection: [number, number] | null
}

let left: LeftText | null = null

/** What was left in the search box of the server's page, once; null if nothing was done there. */
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

/** What makes two controls the same: where they lead, or what they say, and how many such are before them. */
function signature(control: Element): string {
  return `${control.getAttribute('href') ?? ''} ${control.textContent}`
}

/** The control of `screens` that stands for the focused one of `page`. */
function twinOf(focused: Element | null, page: HTMLElement, screens: HTMLElement): HTMLElement | undefined {
  if (focused === null || !page.contains(focused) || focused.matches(searchBox)) return
  const same = (root: HTMLElement) =>
    [...root.querySelectorAll<HTMLElement>(controls)].filter((other) => signature(other) === signature(focused))
  return same(screens)[same(page).indexOf(focused as HTMLElement)]
}

/** Replaces the page of the server. Returns a function that moves the focus to where it was. */
export function replacePage(page: HTMLElement, screens: HTMLElement): () => void {
  const twin = twinOf(document.activeElement, page, screens)
  left = leftIn(page)
  page.replaceWith(screens)
  return () => twin?.focus({ preventScroll: true })
}
