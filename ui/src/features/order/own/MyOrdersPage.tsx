// My orders: the person's orders with state, questions, timeline, and 'Order again'.
import messages from 'messages:en/myOrders'
import ownOrders from 'messages:en/ownOrders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { cancelOrder, replyToQuestion } from '../../../api/orders/orderChanges'
import { type Order, type OrderLine, ordersKey, sentOrdersQuery } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { useProblemText } from '../../../api/useProblemText'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { Badge, SpacedBadge } from '../../../components/feedback/Badge'
import { announce, ErrorNotice, Notice } from '../../../components/feedback/Notice'
import { Skeleton } from '../../../components/feedback/Skeleton'
import { TextArea } from '../../../components/form/TextField'
import { Timeline } from '../../../components/list/Timeline'
import layout from '../../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../../components/page/PageHeading'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { FormDialog } from '../../../formkit/FormDialog'
import { FormShell, fieldOf, required, SubmitButton } from '../../../formkit/FormShell'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { dayAndTime, shortDate } from '../../../lib/dates/dates'
import { dollars } from '../../../lib/estimate'
import {
  canBeCancelledByOrderer,
  type EventKind,
  eventKinds,
  isPartlySent,
  type OrderProgress,
  unsentOf,
} from '../../../lib/orderStates'
import { textLanguage } from '../../../lib/text/textLanguage'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { citationPath, patterns } from '../../../paths'
import { addToOrder } from '../../../session/store'
import styles from './MyOrdersPage.module.css'

/** Orders with an open question come first; otherwise the order is unchanged. */
const questionsFirst = (orders: readonly Order[]) =>
  [...orders].sort((a, b) => Number(b.state === 'waiting') - Number(a.state === 'waiting'))

export default function MyOrdersPage() {
  const t = useText(messages)
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
        <Notice kind="error" title={t('failed')} onRetry={orders.refetch}>
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

/** One of the person's orders: number, state, question, lines, timeline and actions. */
function OwnOrder({ order, onAgain }: { order: Order; onAgain: () => void }) {
  const t = useText(messages)
  const locale = useLocale()
  const { stateOf } = useOrderWords()
  const [cancelling, setCancelling] = useState(false)
  const { number, state, lines, department, mailStop } = order
  const unsent = unsentOf(lines)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const headingId = `order-${number}`
  const [ordered, needed] = [shortDate(order.dateOfOrder, locale), shortDate(order.dateRequired, locale)]
  return (
    <article aria-labelledby={headingId} className={styles.order}>
      <div className={styles.head}>
        <h2 id={headingId} tabIndex={-1}>
          {t('order', { number })}
        </h2>
        <Badge strong={state === 'waiting'}>{stateOf({ state, unsent })}</Badge>
      </div>
      <p className={styles.meta}>{t('facts', { ordered, needed, department, mailStop })}</p>
      {order.mailed === 'waiting' && <p className={styles.meta}>{t('mailWaits')}</p>}
      {state === 'waiting' && <Question order={order} headingId={headingId} />}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <OwnOrderLine key={line.line} line={line} showSent={state === 'sent' || unsent < pieces} />
        ))}
      </ul>
      {order.estimate !== null && (
        <p className={styles.meta}>{t('estimate', { amount: dollars(order.estimate, locale) })}</p>
      )}
      <OwnOrderHistory order={order} pieces={pieces} />
      <div className={styles.actions}>
        <Button aria-label={t('againOf', { number })} onClick={onAgain}>
          {t('again')}
        </Button>
        {canBeCancelledByOrderer(state) && (
          <Button variant="quiet" aria-label={t('cancelOf', { number })} onClick={() => setCancelling(true)}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <CancelDialog
        order={order}
        open={cancelling}
        onClose={() => setCancelling(false)}
        focusAfter={() => document.getElementById(headingId)}
      />
    </article>
  )
}

interface Props {
  line: OrderLine
  /** Whether part of the order was sent, so that missing quantities are shown. */
  showSent: boolean
}

/** A line of a submitted order with its quantity and the quantity to be sent. */
function OwnOrderLine({ line, showSent }: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const langAttribute = useLangAttribute()
  const nameOf = useLanguageName()
  const { title, quantity, sent, lang, itemNum } = line
  const remaining = quantity - sent
  return (
    <li>
      {`${quantity.toLocaleString(locale)} × `}
      <Link
        to={citationPath(line.readableId || line.id)}
        dir="auto"
        lang={langAttribute(textLanguage(title, ['en', undefined]) ?? 'en')}
      >
        {title}
      </Link>
      {`, ${nameOf(lang)} (${itemNum || t('noNumber')})`}
      {showSent && remaining > 0 && (
        <span className={styles.meta}>{` ${sent === 0 ? t('toCome') : t('partlyToCome', { sent, remaining })}`}</span>
      )}
      <SpacedBadge shown={line.obsolete}>{t('noLongerInUse')}</SpacedBadge>
    </li>
  )
}

interface OwnOrderHistoryProps {
  order: Order
  /** The total quantity of the order. */
  pieces: number
}

/** The timeline of an order; collapsed, it shows the latest event. */
function OwnOrderHistory({ order: { number, events }, pieces }: OwnOrderHistoryProps) {
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

/** The copy center's question about an order, and the answer to it. */
function Question({ order, headingId }: { order: Order; headingId: string }) {
  const t = useText(messages)
  const problemText = useProblemText()
  const client = useQueryClient()
  const form = useForm({ defaultValues: { note: '' } })
  const asked = order.events.findLast(({ state }) => state === 'waiting')
  const reply = useSingleMutation({
    mutationFn: replyToQuestion,
    onSuccess: async () => {
      announce(t('answerSent', { number: order.number }))
      document.getElementById(headingId)?.focus()
      await client.invalidateQueries({ queryKey: ordersKey })
    },
  })
  return (
    <FormShell
      form={form}
      className={styles.question}
      busy={reply.isPending}
      onSubmit={({ note }) => reply.mutate({ number: order.number, note: note.trim() })}
    >
      <h3>{asked?.by ? t('asks', { name: asked.by }) : t('copyCenterAsks')}</h3>
      <p className={styles.asked} dir="auto">
        {asked?.note}
      </p>
      <ErrorNotice
        title={t('answerNotSent')}
        text={reply.isError && `${problemText(asProblem(reply.error))} ${t('typedKept')}`}
      />
      <TextArea
        {...fieldOf(form, 'note', { validate: required(t('answerMissing')) })}
        label={t('yourAnswer')}
        nameSuffix={` ${t('aboutOrder', { number: order.number })}`}
        required
        rows={3}
        maxLength={2_000}
      />
      <div>
        <SubmitButton busy={reply.isPending}>{t('sendAnswer')}</SubmitButton>
      </div>
    </FormShell>
  )
}

interface CancelDialogProps {
  order: Order
  open: boolean
  onClose: () => void
  /** Gets the focus after the cancellation, when the Cancel button has been removed. */
  focusAfter: () => HTMLElement | null
}

/** Asks for confirmation before an order is cancelled, with an optional note. */
function CancelDialog({ order: { number }, open, onClose, focusAfter }: CancelDialogProps) {
  const t = useText(messages)
  const problemText = useProblemText()
  const client = useQueryClient()
  const form = useForm({ defaultValues: { note: '' } })
  const cancel = useSingleMutation({
    mutationFn: cancelOrder,
    onSuccess: async () => {
      announce(t('cancelled', { number }))
      await client.invalidateQueries({ queryKey: ordersKey })
      onClose()
    },
    // The order may be printing already; the list shows its state.
    onError: () => void client.invalidateQueries({ queryKey: ordersKey }),
  })
  const close = () => {
    cancel.reset()
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      focusAfter={() => (cancel.isSuccess ? focusAfter() : null)}
      title={t('cancelTitle', { number })}
      cancel={t('keep')}
      submit={t('cancelOrder')}
      variant="danger"
      form={form}
      className={styles.cancel}
      busy={cancel.isPending}
      onSubmit={({ note }) => cancel.mutate({ number, note: note.trim() })}
    >
      <p>{t('cancelHint')}</p>
      <ErrorNotice title={t('notCancelled')} text={cancel.isError && problemText(asProblem(cancel.error))} />
      <TextArea {...form.register('note')} label={t('note')} hint={t('optional')} rows={2} maxLength={2_000} />
    </FormDialog>
  )
}

/** Returns functions for the texts of a state and of an event. */
function useOrderWords() {
  const t = useText(messages)
  const states = useText(ownOrders)
  const locale = useLocale()
  return {
    stateOf: (progress: OrderProgress) => states(isPartlySent(progress) ? 'partlySent' : progress.state),
    eventOf: ({ kind, state }: EventKind) => {
      if (kind === 'state' || kind === 'partlySent') return states(kind === 'state' ? state : kind)
      return kind === 'question' || kind === 'answer'
        ? t(kind)
        : t(kind, { state: states(state).toLocaleLowerCase(locale) })
    },
  }
}
