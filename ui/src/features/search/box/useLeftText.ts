// What somebody typed into the search box of the server's page before the scripts were loaded.
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type LeftText, takeLeftText } from '../../../lib/page/takeover'

/** Puts the text into the box, and the focus with its caret if the box had it. */
export function useLeftText(input: RefObject<HTMLInputElement | null>, text: string, setText: (text: string) => void) {
  const left = useRef<LeftText | null>(null)
  // External system: the server-rendered page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first box replaces that page
  useLayoutEffect(() => {
    left.current = takeLeftText()
    if (left.current) setText(left.current.text)
    if (left.current?.selection) input.current?.focus({ preventScroll: true })
  }, [])
  // External system: the caret, once the box shows the text.
  useLayoutEffect(() => {
    if (left.current?.text !== text) return
    if (left.current.selection) input.current?.setSelectionRange(...left.current.selection)
    left.current = null
  }, [text, input])
}
