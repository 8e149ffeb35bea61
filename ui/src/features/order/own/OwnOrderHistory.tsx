// The timeline of an order; collapsed, it shows the latest event.
import messages from 'messages:en/myOrders'
import type { Order } from '../../../api/orders/orders'
import { Timeline } from '../../../components/list/Timeline'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useLocale, useText } from '../../../i18n/useText'
import { dayAndTime } from '../../../lib/dates/dateTimes'
import { eventKinds } from '../../../lib/orderStates'
import styles from './MyOrdersPage.module.css'
import { useOrderWords } from './orderWords'

interface Props {
  order: Order
  /** The total quantity of the order. */
  pieces: number
}

export function OwnOrderHistory({ order: { number, events }, pieces }: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const { eventOf } = useOrderWords()
  const kinds = eventKinds(events, pieces)
  const entries = events.map((event, n) => ({
    ...event,
    title: eventOf(kinds[n] ?? { kind: 'state', state: event.state }),
    when: dayAndTime(event.at, locale),
  }))
  const last = entries.at(-1)
  return (
    <details className={styles.history}>
      <summary>
        <span className={styles.summary}>
          {t('timeline')}
          <VisuallyHidden>{` ${t('ofOrder', { number })}`}</VisuallyHidden>
        </span>
        {last && <span className={styles.meta}>{` ${last.title}, ${last.when}`}</span>}
      </summary>
      <Timeline label={t('timelineOf', { number })} entries={entries} />
    </details>
  )
}
