// One order at the copy center: lines, delivery, timeline, and the form that changes its state.
import t from 'messages:staff/copyCenter'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { orderFilesPath, orderQuery } from '../../../api/orders/copyCenter'
import type { Order, OrderLine } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { Button, buttonClass } from '../../../components/buttons/Button'
import { Badge, SpacedBadge } from '../../../components/feedback/Badge'
import { LoadingFailure } from '../../../components/feedback/LoadingFailure'
import { ErrorNotice, Notice } from '../../../components/feedback/Notice'
import { Skeleton } from '../../../components/feedback/Skeleton'
import { Timeline, type TimelineEntry } from '../../../components/list/Timeline'
import { EmailAddress } from '../../../components/page/EmailAddress'
import layout from '../../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../../components/page/PageHeading'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { dayAndTime, shortDate } from '../../../lib/dates/dates'
import { dollars } from '../../../lib/estimate'
import { type OrderEvent, unsentOf } from '../../../lib/orderStates'
import { ListTable } from '../../../listkit/ListTable'
import { citationPath, patterns } from '../../../paths'
import { PrintSheets } from '../print/PrintSheets'
import { PrintChanged, usePrint } from '../print/usePrint'
import page from '../queue/OrdersPage.module.css'
import { eventWords, progressWords } from '../stateWords'
import styles from './OrderDetailPage.module.css'
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
      <ErrorNotice title={t('ticketNotPrepared')} text={printing.failure?.text} onDismiss={printing.reset} />
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

/** The lines of an order, with sent and remaining quantities. */
export function OrderLines({ lines, estimate }: { lines: readonly OrderLine[]; estimate: number | null }) {
  const hasSent = lines.some(({ sent }) => sent > 0)
  return (
    <section aria-labelledby="lines" className={layout.section}>
      <h2 id="lines">{t('items', { count: lines.length })}</h2>
      <ListTable
        caption={t('linesOfOrder')}
        rows={lines}
        rowKey={({ line }) => line}
        stacked="inline"
        columns={[
          { header: t('itemNumber'), cell: ({ itemNum }) => itemNum || t('noItemNumber') },
          { header: t('title'), is: 'name', cell: (line) => <Title line={line} /> },
          { header: t('language'), cell: ({ lang }) => lang },
          { header: t('quantity'), is: 'numeric', cell: ({ quantity }) => quantity },
          hasSent && { header: t('sent'), is: 'numeric', cell: ({ sent }) => sent },
          hasSent && { header: t('remaining'), is: 'numeric', cell: ({ quantity, sent }) => quantity - sent },
        ]}
      />
      {estimate !== null && <p className={styles.muted}>{t('estimatedCostOfOrder', { dollars: dollars(estimate) })}</p>}
    </section>
  )
}

const Title = ({ line }: { line: OrderLine }) => (
  <>
    <Link to={citationPath(line.readableId || line.id)} dir="auto">
      {line.title}
    </Link>
    <SpacedBadge shown={line.obsolete}>{t('noLongerInUse')}</SpacedBadge>
    {line.versionTitle && (
      <p className={styles.muted} dir="auto">
        {line.versionTitle}
      </p>
    )}
    <LineFile line={line} />
    {line.printingSpecs && <p className={styles.muted}>{line.printingSpecs}</p>}
    {line.estimate !== null && (
      <p className={styles.muted}>
        {t('pagesAndEstimate', { pages: line.pages ?? 0, dollars: dollars(line.estimate) })}
      </p>
    )}
  </>
)

/** `fileNow` is absent while the version has what was ordered. */
const hasChanged = ({ fileNow }: OrderLine) => fileNow !== undefined

function changeText({ file, fileNow }: OrderLine): string {
  if (!fileNow) return t('fileRemoved')
  return file ? t('fileChanged') : t('fileAdded')
}

/** Opens the file of a line in a tab of its own, and says if the handout has another file since the order. */
function LineFile({ line }: { line: OrderLine }) {
  const { file, fileNow, title, lang } = line
  if (!file && !fileNow) return null
  const link = (url: string, text: string) => (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
      <VisuallyHidden>{t('opensFile', { title, lang })}</VisuallyHidden>
    </a>
  )
  return (
    <div className={styles.file}>
      {file && link(file.url, hasChanged(line) ? t('orderedFile') : t('openFile'))}
      {fileNow && link(fileNow.url, t('currentFile'))}
      {hasChanged(line) && <Badge strong>{changeText(line)}</Badge>}
    </div>
  )
}

/** Downloads the files of an order; nothing if no line has one. */
export function OrderFiles({ number, lines }: { number: string; lines: readonly OrderLine[] }) {
  if (!lines.some(({ file, fileNow }) => file || fileNow)) return null
  const link = (href: string, text: string) => (
    <a href={href} download className={buttonClass()} data-variant="secondary">
      {text}
    </a>
  )
  return (
    <>
      {link(orderFilesPath(number, 'ordered'), t('downloadFiles'))}
      {lines.some(hasChanged) && link(orderFilesPath(number, 'now'), t('downloadCurrentFiles'))}
    </>
  )
}

/** Delivery and billing of an order, and its special instructions. */
function OrderFacts({ order }: { order: Order }) {
  return (
    <section aria-labelledby="facts" className={layout.section}>
      <h2 id="facts">{t('deliveryAndBilling')}</h2>
      {order.specialInstructions && (
        <div className={styles.instructions}>
          <h3>{t('specialInstructions')}</h3>
          <p dir="auto">{order.specialInstructions}</p>
        </div>
      )}
      <dl className={styles.facts}>
        <Fact term={t('name')}>{`${order.firstName} ${order.lastName}`}</Fact>
        <Fact term={t('mailStop')}>{order.mailStop}</Fact>
        <Fact term={t('department')}>{order.department}</Fact>
        <Fact term={t('neededBy')}>{shortDate(order.dateRequired)}</Fact>
        <Fact term={t('ordered')}>{shortDate(order.dateOfOrder)}</Fact>
        <Fact term={t('phone')}>
          <a href={`tel:${order.phoneNumber.replace(/[^\d+]/g, '')}`}>{order.phoneNumber}</a>
        </Fact>
        <Fact term={t('email')}>
          <EmailAddress address={order.email} />
        </Fact>
        <Fact term={t('costCenter')}>{order.costCenter}</Fact>
        {order.activity && <Fact term={t('activity')}>{order.activity}</Fact>}
        {order.costCategory && <Fact term={t('costCategory')}>{order.costCategory}</Fact>}
      </dl>
    </section>
  )
}

const Fact = ({ term, children }: { term: string; children: React.ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)

interface Props {
  entries: readonly (TimelineEntry & OrderEvent)[]
  lines: readonly OrderLine[]
}

/** The timeline of an order, with the quantities of partial deliveries. */
function OrderTimeline({ entries, lines }: Props) {
  /** Whether a delivery completed the whole order. */
  const isWhole = (sent: NonNullable<OrderEvent['sent']>) =>
    lines.every(({ line, quantity }) => sent.some((one) => one.line === line && one.quantity === quantity))
  return (
    <section aria-labelledby="timeline" className={layout.section}>
      <h2 id="timeline">{t('timeline')}</h2>
      <Timeline
        label={t('timeline')}
        entries={entries.map((entry) => ({
          ...entry,
          details: entry.sent && entry.sent.length > 0 && !isWhole(entry.sent) && (
            <ul className={styles.delivery}>
              {entry.sent.map(({ line, quantity }) => {
                const sent = lines.find((one) => one.line === line)
                return (
                  <li key={line}>
                    {`${quantity.toLocaleString('en-US')} × `}
                    <span dir="auto">{sent?.title ?? t('line', { line })}</span>
                    {sent && `, ${sent.lang}`}
                  </li>
                )
              })}
            </ul>
          ),
        }))}
      />
    </section>
  )
}
