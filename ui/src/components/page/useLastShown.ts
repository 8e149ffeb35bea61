// The content of a dialog that closes.
import { useState } from 'react'

/**
 * What a dialog asks about, which it keeps while it closes; null before it opens for the first time. Call the function when the
 * closing animation ends.
 */
export function useLastShown<Content>(asked: Content | null): [Content | null, () => void] {
  const [shown, setShown] = useState(asked)
  if (asked !== null && asked !== shown) setShown(asked)
  return [shown, () => setShown(null)]
}
