// Asks before printing whether to print selected orders that have changed.
import { useState } from 'react'
import type { Order } from '../../../api/orders/orders'
import { Button } from '../../../components/buttons/Button'
import { Dialog } from '../../../components/page/Dialog'
import { dayAndTime } from '../../../lib/dates/dateTimes'
import { stateWords } from '../../../lib/orderStates'
import styles from '../batch/BatchBar.module.css'
import type { Printing } from './usePrint'

/** Describes the latest event, such as 'cancelled by Nora Vance, Jan 5, 2026, 2:14 PM: Not needed any more'. */
function lastEvent({ events, state }: Order): string {
  const event = events.at(-1)
  if (!event) return stateWords[state].toLowerCase()
  const words = `${stateWords[event.state].toLowerCase()} by ${event.by}, ${dayAndTime(event.at)}`
  return event.note ? `${words}: ${event.note}` : words
}

interface Props {
  printing: Printing
  /** What happens to orders that are not printed. */
  hint?: string
  onPrint: (orders: Order[]) => void
}

export function PrintChanged({ printing, hint, onPrint }: Props) {
  const [shown, setShown] = useState(printing.asking)
  // The dialog keeps its content while it closes.
  if (printing.asking !== null && printing.asking !== shown) setShown(printing.asking)
  if (shown === null) return null
  const { orders, changed } = shown
  const others = orders.filter((order) => !changed.includes(order))
  const printable = orders.filter(({ state }) => state !== 'cancelled')
  return (
    <Dialog
      role="alertdialog"
      open={printing.asking !== null}
      onClose={printing.reset}
      onClosed={() => setShown(null)}
      title={changed.length === 1 ? 'An order has changed' : `${changed.length} orders have changed`}
      footer={
        <>
          <Button onClick={printing.reset}>Print nothing</Button>
          {printable.length > others.length && (
            <Button onClick={() => onPrint(printable)}>
              {printable.length === 1 ? 'Print it as it is now' : `Print ${printable.length} as they are now`}
            </Button>
          )}
          {others.length > 0 && (
            <Button variant="primary" onClick={() => onPrint(others)}>
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
      {hint && <p>{hint}</p>}
    </Dialog>
  )
}
