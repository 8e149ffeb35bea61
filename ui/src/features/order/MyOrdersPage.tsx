// The orders one has sent: when, what, how far they have come, and ordering the same again.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { type SentOrder, sentOrdersQuery } from '../../api/orders'
import { asProblem } from '../../api/problem'
import { Badge } from '../../components/Badge'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import layout from '../../components/Page.module.css'
import { PageHeading } from '../../components/PageHeading'
import { Skeleton } from '../../components/Skeleton'
import { announce } from '../../components/StatusLine'
import { shortDate } from '../../lib/dates'
import { useTitle } from '../../lib/useTitle'
import { citationPath, patterns } from '../../paths'
import { addToOrder } from '../../session/store'
import styles from './MyOrdersPage.module.css'

const states = {
  stored: 'Received',
  waiting: 'Received, on its way to the copy center',
  mailed: 'Sent to the copy center',
}

export default function MyOrdersPage() {
  useTitle('My orders')
  const orders = useQuery(sentOrdersQuery)
  const navigate = useNavigate()
  const again = (order: SentOrder) => {
    for (const { quantity, ...line } of order.orders) addToOrder(line, quantity)
    announce('The lines were added to your order.')
    navigate(patterns.order)
  }
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <PageHeading>My orders</PageHeading>
      <p>
        <Link to={patterns.order}>Back to the order form</Link>
      </p>
      {orders.isPending && (
        <>
          <p role="status">Loading your orders...</p>
          <Skeleton />
        </>
      )}
      {orders.isError && (
        <Notice
          kind="error"
          title="Your orders could not be loaded."
          actions={<Button onClick={() => orders.refetch()}>Try again</Button>}
        >
          {asProblem(orders.error).text}
        </Notice>
      )}
      {orders.data?.length === 0 && <p>You have not sent an order yet.</p>}
      <ol className={styles.list}>
        {orders.data?.map((order) => (
          <li key={order.id}>
            <div className={styles.head}>
              <h2>{`Order of ${shortDate(order.dateOfOrder)}`}</h2>
              <Badge>{states[order.state]}</Badge>
            </div>
            <p className={styles.meta}>
              {`Needed by ${shortDate(order.dateRequired)} · ${order.department} · Mail stop ${order.mailStop}`}
            </p>
            <ul>
              {order.orders.map((line) => (
                <li key={`${line.id} ${line.lang}`}>
                  {`${line.quantity} × `}
                  <Link to={citationPath(line.readableId || line.id)} dir="auto">
                    {line.title}
                  </Link>
                  {`, ${line.lang} (${line.itemNum || 'N/A'})`}
                </li>
              ))}
            </ul>
            <div>
              <Button onClick={() => again(order)}>Order again</Button>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
