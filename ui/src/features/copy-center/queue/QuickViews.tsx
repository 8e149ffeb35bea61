// Links to predefined views, with the number of orders that are late, new, or waiting for an answer.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { queueQuery } from '../../../api/orders/copyCenter'
import layout from '../../../components/page/Page.module.css'
import { today } from '../../../lib/dates/dates'
import styles from './OrdersPage.module.css'
import { isSameAddress, type QueueAddress, type QuickView, queuePath, quickViews, toFilter } from './queueAddress'

const dayInMs = 86_400_000

/** The views for the person's current day. */
export const viewsOfToday = () => quickViews(today(new Date(Date.now() - dayInMs)))

export const QuickViews = ({ address }: { address: QueueAddress }) => (
  <nav aria-label="Views" className={`${layout.views} ${styles.views}`}>
    <ul>
      {viewsOfToday().map((view) => (
        <li key={view.label}>
          <View view={view} current={isSameAddress(view.address, address)} />
        </li>
      ))}
    </ul>
  </nav>
)

function View({ view: { label, address, counted }, current }: { view: QuickView; current: boolean }) {
  const found = useQuery({ ...queueQuery(toFilter(address), 0), enabled: counted }).data?.found
  return (
    <Link to={queuePath(address)} replace aria-current={current ? 'page' : undefined}>
      {found === undefined || !counted ? label : `${label} (${found.toLocaleString('en-US')})`}
    </Link>
  )
}
