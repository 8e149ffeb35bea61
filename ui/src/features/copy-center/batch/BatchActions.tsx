// The actions for the selected orders: change their state, ask a question, cancel, print.
import t from 'messages:staff/copyCenter'
import { useState } from 'react'
import { ordersFilesPath, type QueueEntry } from '../../../api/orders/copyCenter'
import { Button, buttonClass } from '../../../components/buttons/Button'
import { focusListSummary } from '../../../components/list/listSummary'
import dock from '../../../components/page/Dock.module.css'
import type { OrderState } from '../../../lib/orderTransitions'
import type { Printing } from '../print/usePrint'
import { clearSelectedOrders, MAX_SELECTED } from '../queue/selectedOrders'
import styles from './BatchBar.module.css'

const batchStates = [
  { state: 'printing', label: t('printing'), name: t('setToPrinting') },
  { state: 'ready', label: t('ready'), name: t('setToReady') },
  { state: 'sent', label: t('sent'), name: t('setToSent') },
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
    <section aria-label={t('selectedOrders')} className={`${dock.bar} ${styles.bar}`}>
      <div className={styles.group}>
        <p className={dock.count}>
          {t('selected', { count: orders.length })}
          {orders.length >= MAX_SELECTED && t('maximum')}
        </p>
        <Button
          variant="quiet"
          onClick={() => {
            focusListSummary()
            clearSelectedOrders()
          }}
        >
          {t('clearSelection')}
        </Button>
        <Button
          className={styles.fold}
          aria-expanded={open}
          aria-controls="selection-actions"
          onClick={() => setOpen(!open)}
        >
          {t('actions')}
        </Button>
      </div>
      <div id="selection-actions" className={styles.actions} data-open={open || undefined}>
        <div className={styles.group}>
          <span aria-hidden="true" className={styles.label}>
            {t('setTo')}
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
          <Button onClick={() => onState('waiting')}>{t('ask')}</Button>
          <Button onClick={() => onState('cancelled')}>{t('cancel')}</Button>
        </div>
        <div className={styles.group}>
          <a
            href={ordersFilesPath(orders.map(({ number }) => number))}
            download
            className={buttonClass()}
            data-variant="secondary"
          >
            {t('downloadFiles')}
          </a>
          <Button busy={printing.preparing === 'tickets'} onClick={() => printing.start('tickets', orders)}>
            {t('printTickets')}
          </Button>
          <Button busy={printing.preparing === 'picking'} onClick={() => printing.start('picking', orders)}>
            {t('printPickingList')}
          </Button>
        </div>
      </div>
    </section>
  )
}
