// The latest orders of the signed-in person on the home view, each with its state.
import ownOrders from 'messages:en/ownOrders'
import { Link } from 'react-router-dom'
import type { Order } from '../../../api/orders/orders'
import { Badge } from '../../../components/feedback/Badge'
import { useLocale, useText } from '../../../i18n/useText'
import { shortDate } from '../../../lib/dates/dates'
import { isPartlySent, unsentOf } from '../../../lib/orderStates'
import { patterns } from '../../../paths'
import styles from './HomeView.module.css'

const shownOrders = 3

export function RecentOrders({ orders }: { orders: readonly Order[] }) {
  const t = useText(ownOrders)
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="recent-orders">
      <h2 id="recent-orders">{t('recent')}</h2>
      <ul className={styles.orders}>
        {orders.slice(0, shownOrders).map((order) => (
          <li key={order.id}>
            <Recent order={order} />
          </li>
        ))}
      </ul>
      <p className={styles.all}>
        <Link to={patterns.myOrders}>{t('all')}</Link>
      </p>
    </section>
  )
}

function Recent({ order: { number, state, lines, dateRequired } }: { order: Order }) {
  const t = useText(ownOrders)
  const locale = useLocale()
  return (
    <>
      <p className={styles.order}>
        <bdi className={styles.number}>{number}</bdi>
        <Badge strong={state === 'waiting'}>
          {t(isPartlySent({ state, unsent: unsentOf(lines) }) ? 'partlySent' : state)}
        </Badge>
      </p>
      <p className={styles.details}>
        <bdi>{lines[0]?.title}</bdi>
        {lines.length > 1 && ` ${t('more', { count: lines.length - 1 })}`}
        {` · ${t('neededBy', { day: shortDate(dateRequired, locale) })}`}
      </p>
    </>
  )
}
