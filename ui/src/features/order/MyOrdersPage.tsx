// The orders one has sent: how far each has come, what is asked, and ordering the same again.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { type Order, sentOrdersQuery } from '../../api/orders'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import layout from '../../components/Page.module.css'
import { PageHeading } from '../../components/PageHeading'
import { Skeleton } from '../../components/Skeleton'
import { announce } from '../../components/StatusLine'
import { useTitle } from '../../lib/useTitle'
import { patterns } from '../../paths'
import { addToOrder } from '../../session/store'
import styles from './MyOrdersPage.module.css'
import { OwnOrder } from './OwnOrder'

/** Those that wait for an answer first, else as they come. */
const questionsFirst = (orders: readonly Order[]) =>
  [...orders].sort((a, b) => Number(b.state === 'waiting') - Number(a.state === 'waiting'))

export default function MyOrdersPage() {
  useTitle('My orders')
  const orders = useQuery(sentOrdersQuery)
  const navigate = useNavigate()
  const again = ({ lines }: Order) => {
    for (const { id, itemNum, lang, readableId, title, url, printingSpecs, quantity } of lines) {
      addToOrder({ id, itemNum, lang, readableId, title, url, printingSpecs }, quantity)
    }
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
          <Skeleton kind="block" />
        </>
      )}
      {orders.isError && !orders.data && (
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
        {questionsFirst(orders.data ?? []).map((order) => (
          <li key={order.id}>
            <OwnOrder order={order} onAgain={() => again(order)} />
          </li>
        ))}
      </ol>
    </div>
  )
}
