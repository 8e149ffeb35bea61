// Links to predefined views, with the number of orders that are late, new, or waiting for an answer.
import t from 'messages:staff/copyCenter'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type QueueFilter, queueQuery } from '../../../api/orders/copyCenter'
import layout from '../../../components/page/Page.module.css'
import { today } from '../../../lib/dates/dates'
import styles from './OrdersPage.module.css'
import { isSameFilter, type QuickView, queueAddress, quickViews, toFilter } from './queueAddress'

/** The views for the person's current day. */
export function viewsOfToday() {
  const yesterday = new Date()
  // Not 24 hours earlier: a day on which the clock changes has 23 or 25.
  yesterday.setDate(yesterday.getDate() - 1)
  return quickViews(today(yesterday))
}

export const QuickViews = ({ filter }: { filter: QueueFilter }) => (
  <nav aria-label={t('views')} className={`${layout.views} ${styles.views}`}>
    <ul>
      {viewsOfToday().map((view) => (
        <li key={view.label}>
          <View view={view} current={isSameFilter(view.filter, filter)} />
        </li>
      ))}
    </ul>
  </nav>
)

function View({ view: { label, filter, counted }, current }: { view: QuickView; current: boolean }) {
  const found = useQuery({ ...queueQuery(toFilter(filter), 0), enabled: counted }).data?.found
  return (
    <Link to={queueAddress.path(filter)} replace aria-current={current ? 'page' : undefined}>
      {found === undefined || !counted ? label : `${label} (${found.toLocaleString('en-US')})`}
    </Link>
  )
}
