// The actions for the selected orders: change their state, ask a question, cancel, print.
import { useState } from 'react'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import { Button } from '../../../components/buttons/Button'
import dock from '../../../components/page/Dock.module.css'
import type { OrderState } from '../../../lib/orderTransitions'
import type { Printing } from '../print/usePrint'
import { clearSelectedOrders } from '../queue/selectedOrders'
import { MAX_SELECTED } from '../queue/selection'
import styles from './BatchBar.module.css'

const batchStates = [
  { state: 'printing', label: 'Printing', name: 'Set to printing' },
  { state: 'ready', label: 'Ready', name: 'Set to ready' },
  { state: 'sent', label: 'Sent', name: 'Set to sent' },
] as const

interface Props {
  orders: readonly QueueEntry[]
  printing: Printing
  /** The state that is being set; null if none. */
  changingTo: OrderState | null
  onState: (to: OrderState) => void
}

export function BatchActions({ orders, printing, changingTo, onState }: Props) {
  /** On a phone the actions are collapsed. */
  const [open, setOpen] = useState(false)
  return (
    <section aria-label="Selected orders" className={`${dock.bar} ${styles.bar}`}>
      <div className={styles.group}>
        <p className={dock.count}>
          {orders.length === 1 ? '1 selected' : `${orders.length} selected`}
          {orders.length >= MAX_SELECTED && ', the maximum'}
        </p>
        <Button variant="quiet" onClick={clearSelectedOrders}>
          Clear selection
        </Button>
        <Button
          className={styles.fold}
          aria-expanded={open}
          aria-controls="selection-actions"
          onClick={() => setOpen(!open)}
        >
          Actions
        </Button>
      </div>
      <div id="selection-actions" className={styles.actions} data-open={open || undefined}>
        <div className={styles.group}>
          <span aria-hidden="true" className={styles.label}>
            Set to
          </span>
          {batchStates.map(({ state, label, name }) => (
            <Button
              key={state}
              variant="soft"
              aria-label={name}
              busy={changingTo === state}
              onClick={() => onState(state)}
            >
              {label}
            </Button>
          ))}
        </div>
        <div className={styles.group}>
          <Button onClick={() => onState('waiting')}>Ask…</Button>
          <Button onClick={() => onState('cancelled')}>Cancel…</Button>
        </div>
        <div className={styles.group}>
          <Button busy={printing.preparing === 'tickets'} onClick={() => printing.start('tickets', orders)}>
            Print tickets
          </Button>
          <Button busy={printing.preparing === 'picking'} onClick={() => printing.start('picking', orders)}>
            Print picking list
          </Button>
        </div>
      </div>
    </section>
  )
}
