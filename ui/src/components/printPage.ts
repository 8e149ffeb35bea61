// Printing the page with its QR codes: on screen they are not shown, and not loaded before somebody may want to print.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** After what matters has loaded. */
const waitMs = 1_500

/** Whether pictures that only paper shows are to be loaded: shortly after the page, and at the latest when it is printed. */
export function usePaperReady(): boolean {
  const [isReady, setReady] = useState(false)
  // The outside world: a timer, and the browser about to print.
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), waitMs)
    const prepare = () => flushSync(() => setReady(true))
    window.addEventListener('beforeprint', prepare)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeprint', prepare)
    }
  }, [])
  return isReady
}

/** Opens the browser's print dialog once every picture of the page is there; one that cannot be loaded is left out. */
export async function printPage() {
  window.dispatchEvent(new Event('beforeprint'))
  await Promise.allSettled([...document.images].map((image) => image.decode()))
  window.print()
}
