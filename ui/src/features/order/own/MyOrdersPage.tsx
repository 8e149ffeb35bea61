// My orders: the person's orders with state, questions, timeline, and 'Order again'.
import messages from 'messages:en/myOrders'
import parts from 'messages:en/parts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { type Order, sentOrdersQuery } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { useProblemText } from '../../../api/useProblemText'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Skeleton } from '../../../components/feedback/Skeleton'
import { announce } from '../../../components/feedback/StatusLine'
import layout from '../../../components/page/Page.module.css'
import { PageHeading } from '../../../components/page/PageHeading'
import { useText } from '../../../i18n/useText'
import { useTitle } from '../../../lib/useTitle'
import { patterns } from '../../../paths'
import { addToOrder } from '../../../session/store'
import styles from './MyOrdersPage.module.css'
import { OwnOrder } from './OwnOrder'

/** Orders with an open question come first; otherwise the order is unchanged. */
const questionsFirst = (orders: readonly Order[]) =>
  [...orders].sort((a, b) => Number(b.state === 'waiting') - Number(a.state === 'waiting'))

export default function MyOrdersPage() {
  const t = useText(messages)
  const common = useText(parts)
  const problemText = useProblemText()
  useTitle(t('title'))
  const orders = useQuery(sentOrdersQuery)
  const navigate = useNavigate()
  const again = ({ lines }: Order) => {
    for (const { id, itemNum, lang, readableId, title, url, printingSpecs, quantity } of lines) {
      addToOrder({ id, itemNum, lang, readableId, title, url, printingSpecs }, quantity)
    }
    navigate(patterns.order)
    announce(t('addedAgain'))
  }
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <PageHeading>{t('title')}</PageHeading>
      <p>
        <Link to={patterns.order}>{t('back')}</Link>
      </p>
      {orders.isPending && (
        <>
          <p role="status">{t('loading')}</p>
          <Skeleton kind="block" />
        </>
      )}
      {orders.isError && !orders.data && (
        <Notice
          kind="error"
          title={t('failed')}
          actions={<Button onClick={() => orders.refetch()}>{common('tryAgain')}</Button>}
        >
          {problemText(asProblem(orders.error))}
        </Notice>
      )}
      {orders.data?.length === 0 && <p>{t('none')}</p>}
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
