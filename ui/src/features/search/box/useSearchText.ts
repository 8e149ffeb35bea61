// The text in the search box: the text of the URL, or the typed text until the next navigation.
import { useState } from 'react'

/**
 * Returns the text and a function that changes it. `visit` changes with every navigation, including Back, Forward and the same
 * URL; the text then becomes `q`.
 */
export function useSearchText(q: string, visit: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  const [shown, setShown] = useState(visit)
  if (shown !== visit) {
    setShown(visit)
    setTyped(null)
  }
  return [shown === visit ? (typed ?? q) : q, setTyped]
}
