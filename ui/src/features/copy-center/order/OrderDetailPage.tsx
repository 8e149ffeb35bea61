// One order at the copy center: lines, delivery, timeline, and the form that changes its state.
import t from 'messages:staff/copyCenter'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { orderQuery } from '../../../api/orders/copyCenter'
import type { Order } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { Badge } from '../../../components/feedback/Badge'
import { LoadingFailure } from '../../../components/feedback/LoadingFailure'
import { Notice } from '../../../components/feedback/Notice'
import { Skeleton } from '../../../components/feedback/Skeleton'
import type { TimelineEntry } from '../../../components/list/Timeline'
import layout from '../../../components/page/Page.module.css'
import { PageHeading } from '../../../components/page/PageHeading'
import { dayAndTime } from '../../../lib/dates/dateTimes'
import { unsentOf } from '../../../lib/orderStates'
import { useTitle } from '../../../lib/useTitle'
import { patterns } from '../../../paths'
import { PrintChanged } from '../print/PrintChanged'
import { PrintSheets } from '../print/PrintSheets'
import { usePrint } from '../print/usePrint'
import page from '../queue/OrdersPage.module.css'
import { eventWords, progressWords } from '../stateWords'
import { OrderFiles } from './LineFile'
import styles from './OrderDetailPage.module.css'
import { OrderFacts } from './OrderFacts'
import { OrderLines } from './OrderLines'
import { OrderTimeline } from './OrderTimeline'
import { TransitionForm } from './TransitionForm'

export function OrderDetailPage({ id }: { id: string }) {
  const order = useQuery(orderQuery(id))
  if (order.data) return <Detail key={order.data.id} order={order.data} />
  if (order.isError) {
    const problem = asProblem(order.error)
    return (
      <LoadingFailure
        heading={problem.status === 404 ? t('orderNotFound', { id }) : t('orderNotLoaded')}
        problem={problem.status === 404 ? { title: t('checkNumber'), detail: '' } : problem}
        onRetry={() => void order.refetch()}
      />
    )
  }
  return (
    <div className={layout.page}>
      <PageHeading>{t('orderId', { id })}</PageHeading>
      <Skeleton kind="block" />
      <Skeleton kind="block" />
    </div>
  )
}

function Detail({ order }: { order: Order }) {
  const { number, state, lines, events } = order
  useTitle(t('orderNumber', { number }))
  const listPath = (useLocation().state as { listPath?: string } | null)?.listPath ?? patterns.orders
  /** The number of events that the person has seen or caused. */
  const [known, setKnown] = useState(events.length)
  const printing = usePrint()
  const heading = useRef<HTMLDivElement>(null)
  const unsent = unsentOf(lines)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const words = eventWords(events, pieces)
  const entries = events.map((event, n) => ({ ...event, title: words[n] ?? '', when: dayAndTime(event.at) }))
  return (
    <div className={`${layout.page} ${page.page}`} data-printing={printing.sheets !== null || undefined}>
      <p>
        <Link to={listPath}>{t('backToOrders')}</Link>
      </p>
      <div ref={heading} tabIndex={-1} className={styles.head}>
        <PageHeading>{t('orderNumber', { number })}</PageHeading>
        <Badge>{progressWords({ state, unsent })}</Badge>
        {order.late && <Badge strong>{t('late')}</Badge>}
        <div className={styles.print}>
          <OrderFiles number={number} lines={lines} />
          <Button busy={printing.preparing !== null} onClick={() => printing.start('tickets', [order])}>
            {t('printTicket')}
          </Button>
        </div>
      </div>
      {printing.failure && (
        <Notice kind="error" title={t('ticketNotPrepared')} onDismiss={printing.reset}>
          {printing.failure.text}
        </Notice>
      )}
      <ConcurrentChanges entries={entries.slice(known)} onDismiss={() => setKnown(events.length)} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <OrderLines lines={lines} estimate={order.estimate} />
          <OrderFacts order={order} />
        </div>
        <div className={styles.aside}>
          <TransitionForm
            key={number}
            order={order}
            onChanged={(taken) => {
              setKnown(taken.events.length)
              heading.current?.focus()
            }}
          />
          <OrderTimeline entries={entries} lines={lines} />
        </div>
      </div>
      <PrintChanged printing={printing} onPrint={printing.print} />
      {printing.sheets && <PrintSheets sheets={printing.sheets} onPrinted={printing.reset} />}
    </div>
  )
}

/** The events of an order that other people caused while it was open here. */
function ConcurrentChanges({ entries, onDismiss }: { entries: readonly TimelineEntry[]; onDismiss: () => void }) {
  if (entries.length === 0) return null
  return (
    <Notice kind="info" title={t('orderChangedWhileOpen')} onDismiss={onDismiss}>
      <ul>
        {entries.map(({ title, when, by, note, at }) => (
          <li key={`${at} ${title}`}>
            {`${title}: ${by}, ${when}`}
            {note && <q dir="auto">{note}</q>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
