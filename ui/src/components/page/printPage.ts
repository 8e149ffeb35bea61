// Printing a page with the day, and with its QR codes, which are not shown on screen and are loaded late.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { today } from '../../lib/dates/dates'

/** Lets the visible content load first. */
const LOAD_DELAY_MS = 1_500

/** Today, `YYYY-MM-DD`: set again when the page is printed, because it may have been opened on an earlier day. */
export function usePrintDay(): string {
  const [day, setDay] = useState(() => today(new Date()))
  // External system: the browser's print event.
  useEffect(() => {
    const prepare = () => flushSync(() => setDay(today(new Date())))
    window.addEventListener('beforeprint', prepare)
    return () => window.removeEventListener('beforeprint', prepare)
  }, [])
  return day
}

/** Returns whether to load images that are only printed: shortly after the page, or when it is printed. */
export function usePrintImages(): boolean {
  const [isReady, setReady] = useState(false)
  // External system: a timer and the browser's print event.
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), LOAD_DELAY_MS)
    const prepare = () => flushSync(() => setReady(true))
    window.addEventListener('beforeprint', prepare)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeprint', prepare)
    }
  }, [])
  return isReady
}

/** Opens the print dialog once every image is loaded; images that cannot be loaded are ignored. */
export async function printPage() {
  window.dispatchEvent(new Event('beforeprint'))
  await Promise.allSettled([...document.images].map((image) => image.decode()))
  window.print()
}
