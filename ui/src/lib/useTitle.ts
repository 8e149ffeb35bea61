// The title of the browser's tab.
import { useEffect } from 'react'

export const productName = 'Patient Education'

/** Sets the title; with `alone` exactly as given, else followed by the product's name. */
export function useTitle(title: string, alone = false) {
  // The outside world: the document's title.
  useEffect(() => {
    document.title = alone || title === '' ? title || productName : `${title} | ${productName}`
  }, [title, alone])
}
