// The only polite live region of the app: it announces loading, counts and saves.
import { useEffect, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../page/VisuallyHidden'

let text = ''
const listeners = new Set<() => void>()

/** Announces a text to screen readers politely. */
export function announce(next: string) {
  if (next === text) return
  text = next
  for (const listener of listeners) listener()
}

/** Announces a text when it changes; an empty one ends the announcement. */
export function useAnnounced(text: string) {
  // External system: the screen reader.
  useEffect(() => announce(text), [text])
}

/** Clears an announcement that no longer applies, unless another one has replaced it. */
export function endAnnouncement(ended: string) {
  if (text === ended) announce('')
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function StatusLine() {
  const current = useSyncExternalStore(subscribe, () => text)
  return (
    <VisuallyHidden>
      <span role="status">{current}</span>
    </VisuallyHidden>
  )
}
