// Prints tickets or the picking list; the print dialog opens as soon as every QR code is loaded.
import { useEffect, useRef } from 'react'
import { PickingSheet } from './PickingSheet'
import styles from './PrintSheets.module.css'
import { Ticket } from './Ticket'
import type { Sheets } from './usePrint'

export function PrintSheets({ sheets, onPrinted }: { sheets: Sheets; onPrinted: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const done = useRef(onPrinted)
  done.current = onPrinted
  // External system: the browser's print dialog. It may print again, so the sheets stay until the page is used again.
  useEffect(() => {
    let ended = false
    const removeSheets = () => done.current()
    const afterPrint = () => {
      window.addEventListener('pointerdown', removeSheets, { once: true })
      window.addEventListener('keydown', removeSheets, { once: true })
    }
    window.addEventListener('afterprint', afterPrint)
    const images = [...(place.current?.querySelectorAll('img') ?? [])]
    // A QR code that cannot be loaded is omitted.
    void Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (!ended && sheets) window.print()
    })
    return () => {
      ended = true
      window.removeEventListener('afterprint', afterPrint)
      window.removeEventListener('pointerdown', removeSheets)
      window.removeEventListener('keydown', removeSheets)
    }
  }, [sheets])
  return (
    <div ref={place} className={styles.sheets} aria-hidden="true" data-sheets>
      {sheets.kind === 'tickets' ? (
        sheets.orders.map((order) => <Ticket key={order.number} order={order} />)
      ) : (
        <PickingSheet orders={sheets.orders} />
      )}
    </div>
  )
}
