// Counts that a handout file was opened from a page. Links do not wait for it, and failures are ignored.
import type { MouseEvent } from 'react'

const MIDDLE_BUTTON = 1

/** The click handlers of a link to the file of a language version; `lang` is the language value or its tag. */
export function countOpening(citation: string, lang: string) {
  const count = () => {
    navigator.sendBeacon?.('/api/usage', JSON.stringify({ citation, lang, kind: 'open' }))
  }
  return {
    onClick: count,
    onAuxClick: ({ button }: MouseEvent) => {
      if (button === MIDDLE_BUTTON) count()
    },
  }
}
