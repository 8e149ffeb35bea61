// Before a print: which of the ticked orders have changed, and whether they are to be printed all the same.
import { useState } from 'react'
import type { Order } from '../../api/orders'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { dayAndTime } from '../../lib/moments'
import { stateWords } from '../../lib/orderSteps'
import styles from './BatchBar.module.css'
import { useTicked } from './ticked'
import type { Printing } from './usePrint'

/** What happened last, such as 'cancelled by Nora Vance, Jan 5, 2026, 2:14 PM: Not needed any more'. */
function lastEvent({ events, state }: Order): string {
  const event = events.at(-1)
  if (!event) return stateWords[state].toLowerCase()
  const words = `${stateWords[event.state].toLowerCase()} by ${event.by}, ${dayAndTime(event.at)}`
  return event.note ? `${words}: ${event.note}` : words
}

export function PrintChanged({ printing }: { printing: Printing }) {
  const [shown, setShown] = useState(printing.asking)
  // The dialog keeps its words while it closes.
  if (printing.asking !== null && printing.asking !== shown) setShown(printing.asking)
  if (shown === null) return null
  const { orders, changed } = shown
  const others = orders.filter((order) => !changed.includes(order))
  const printable = orders.filter(({ state }) => state !== 'cancelled')
  const print = (chosen: Order[]) => {
    untickAllBut(chosen)
    printing.print(chosen)
  }
  return (
    <Dialog
      role="alertdialog"
      open={printing.asking !== null}
      onClose={printing.reset}
      onClosed={() => setShown(null)}
      title={changed.length === 1 ? 'A ticked order has changed' : `${changed.length} ticked orders have changed`}
      footer={
        <>
          <Button onClick={printing.reset}>Print nothing</Button>
          {printable.length > others.length && (
            <Button onClick={() => print(printable)}>{`Print ${printable.length}, as they are now`}</Button>
          )}
          {others.length > 0 && (
            <Button variant="primary" onClick={() => print(others)}>
              {`Print the other ${others.length}`}
            </Button>
          )}
        </>
      }
    >
      <ul className={styles.refused}>
        {changed.map((order) => (
          <li key={order.number}>
            <strong>{order.number}</strong>
            {`: ${lastEvent(order)}`}
          </li>
        ))}
      </ul>
      <p>What is not printed loses its tick.</p>
    </Dialog>
  )
}

/** Ticks follow what is printed, in the versions that the person has been shown. */
function untickAllBut(orders: readonly Order[]) {
  useTicked.setState(({ selection }) => ({
    selection: new Map(
      orders.flatMap(({ number, state, version }) => {
        const entry = selection.get(number)
        return entry ? [[number, { ...entry, state, version }]] : []
      }),
    ),
  }))
}
