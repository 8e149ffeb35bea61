// What stands in the search box: the text of the address, and what is being typed until the next navigation.
import { useState } from 'react'

/**
 * The text and a function that changes it. `visit` changes with every navigation, Back and Forward and the same address again
 * included; what was typed is then given up for `q`.
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
