// Tickets or the picking list, on paper alone; the browser's print dialog opens as soon as every QR code is there.
import { useEffect, useRef } from 'react'
import { PickingSheet } from './PickingSheet'
import styles from './PrintSheets.module.css'
import { Ticket } from './Ticket'
import type { Sheets } from './usePrint'

export function PrintSheets({ sheets, onPrinted }: { sheets: Sheets; onPrinted: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const done = useRef(onPrinted)
  done.current = onPrinted
  // The outside world: the browser prints what is here. It may print again from its dialog, so that the sheets stay until
  // somebody goes on with the page.
  useEffect(() => {
    let ended = false
    const goOn = () => done.current()
    const afterPrint = () => {
      window.addEventListener('pointerdown', goOn, { once: true })
      window.addEventListener('keydown', goOn, { once: true })
    }
    window.addEventListener('afterprint', afterPrint)
    const images = [...(place.current?.querySelectorAll('img') ?? [])]
    // A code that cannot be loaded leaves its number.
    void Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (!ended && sheets) window.print()
    })
    return () => {
      ended = true
      window.removeEventListener('afterprint', afterPrint)
      window.removeEventListener('pointerdown', goOn)
      window.removeEventListener('keydown', goOn)
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
