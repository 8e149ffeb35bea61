// Asks before printing whether to print selected orders that have changed.
import t from 'messages:staff/copyCenter'
import type { Order } from '../../../api/orders/orders'
import { Button } from '../../../components/buttons/Button'
import { Dialog, useLastShown } from '../../../components/page/Dialog'
import { dayAndTime } from '../../../lib/dates/dateTimes'
import styles from '../batch/BatchBar.module.css'
import { stateWords } from '../stateWords'
import type { Printing } from './usePrint'

/** Describes the latest event, such as 'cancelled by Nora Vance, Jan 5, 2026, 2:14 PM: Not needed any more'. */
function lastEvent({ events, state }: Order): string {
  const event = events.at(-1)
  if (!event) return stateWords[state].toLowerCase()
  const words = t('stateByPerson', {
    state: stateWords[event.state].toLowerCase(),
    by: event.by,
    dayAndTime: dayAndTime(event.at),
  })
  return event.note ? `${words}: ${event.note}` : words
}

interface Props {
  printing: Printing
  /** What happens to orders that are not printed. */
  hint?: string
  onPrint: (orders: Order[]) => void
}

export function PrintChanged({ printing, hint, onPrint }: Props) {
  const [shown, drop] = useLastShown(printing.asking)
  if (shown === null) return null
  const { orders, changed } = shown
  const others = orders.filter((order) => !changed.includes(order))
  const printable = orders.filter(({ state }) => state !== 'cancelled')
  return (
    <Dialog
      role="alertdialog"
      open={printing.asking !== null}
      onClose={printing.reset}
      onClosed={drop}
      title={t('ordersChanged', { count: changed.length })}
      footer={
        <>
          <Button onClick={printing.reset}>{t('printNothing')}</Button>
          {printable.length > others.length && (
            <Button onClick={() => onPrint(printable)}>{t('printAsNow', { count: printable.length })}</Button>
          )}
          {others.length > 0 && (
            <Button variant="primary" onClick={() => onPrint(others)}>
              {t('printOtherCount', { count: others.length })}
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
