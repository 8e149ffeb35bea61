// Counts that a handout file was opened from a page. No link waits for it, and nothing happens when it fails.
import type { MouseEvent } from 'react'

const MIDDLE_BUTTON = 1

/** What a link to the file of a language version needs; `lang` is the language value or its tag. */
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
