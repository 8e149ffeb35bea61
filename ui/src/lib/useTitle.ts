// The title of the browser's tab.
import shell from 'messages:en/shell'
import { useEffect } from 'react'
import { useText } from '../i18n/useText'

/** Sets the title, followed by the product's name unless `alone`. */
export function useTitle(title: string, alone = false) {
  const product = useText(shell)('product')
  // External system: the document's title.
  useEffect(() => {
    document.title = alone || title === '' ? title || product : `${title} | ${product}`
  }, [title, alone, product])
}
