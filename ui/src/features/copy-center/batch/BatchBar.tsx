// The sticky bar for the selected orders: change their state, ask a question, cancel, print.
import t from 'messages:staff/copyCenter'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { type BatchOutcome, changeOrderStates, ordersFilesPath, type QueueEntry } from '../../../api/orders/copyCenter'
import { ordersKey } from '../../../api/orders/orders'
import { asProblem, type Problem } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button, buttonClass } from '../../../components/buttons/Button'
import { ErrorNotice, Notice } from '../../../components/feedback/Notice'
import { TextArea } from '../../../components/form/TextField'
import { focusListSummary } from '../../../components/list/ListHead'
import { useQuestion } from '../../../components/page/Dialog'
import dock from '../../../components/page/Dock.module.css'
import { FormDialog } from '../../../formkit/FormDialog'
import { fieldOf, required } from '../../../formkit/FormShell'
import { transitionRule } from '../../../lib/orderStates'
import type { OrderState } from '../../../lib/orderTransitions'
import { orderDetailPath } from '../../../paths'
import type { Printing } from '../print/usePrint'
import { PrintChanged } from '../print/usePrint'
import {
  clearSelectedOrders,
  keepSelected,
  MAX_SELECTED,
  selectOrders,
  updateSelectedOrders,
  useSelectedOrders,
} from '../queue/selectedOrders'
import { stateWords } from '../stateWords'
import styles from './BatchBar.module.css'

/** Without a response it is unknown which orders the server changed. */
const failureTitle = ({ status }: Problem) => (status === 0 ? t('notKnownWhichOrdersChanged') : t('stateNotChanged'))

export function BatchBar({ printing }: { printing: Printing }) {
  const client = useQueryClient()
  const mayReopen = useUser().may('reopenOrders')
  const selection = useSelectedOrders((state) => state.selection)
  const orders = [...selection.values()]
  const [noteFor, setNoteFor] = useState<OrderState | null>(null)
  /** Changes with every result, after which the actions are collapsed again on a phone. */
  const [round, setRound] = useState(0)
  const [result, setResult] = useState<BatchResult | null>(null)
  const outcome = useRef<HTMLDivElement>(null)

  const batch = useSingleMutation({
    mutationFn: async ({ to, note }: { to: OrderState; note: string }) =>
      toBatchResult(orders, to, await changeOrderStates({ orders, state: to, note })),
    onSuccess: (batchResult) => {
      flushSync(() => {
        setNoteFor(null)
        setRound((before) => before + 1)
        setResult(batchResult)
        selectOrders(batchResult.done, false)
        updateSelectedOrders(batchResult.refused.map(({ order }) => order))
      })
      // The pressed button is removed when nothing is selected any more.
      outcome.current?.focus()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  const changeState = (to: OrderState) => {
    if (batch.isPending) return
    batch.reset()
    setResult(null)
    if (ordersNeedingNote(orders, to, mayReopen).length > 0) setNoteFor(to)
    else batch.mutate({ to, note: '' })
  }

  return (
    <>
      <div className={dock.dock}>
        <div ref={outcome} tabIndex={-1} className={styles.outcome}>
          {result && <BatchOutcomeNotice result={result} onDismiss={() => setResult(null)} />}
          <ErrorNotice
            title={failureTitle(asProblem(batch.error))}
            text={batch.isError && noteFor === null && t('ordersStillSelected', { text: asProblem(batch.error).text })}
            onDismiss={() => batch.reset()}
          />
        </div>
        {orders.length > 0 && (
          <BatchActions
            key={round}
            orders={orders}
            printing={printing}
            changingTo={batch.isPending ? batch.variables.to : null}
            onState={changeState}
          />
        )}
      </div>
      <BatchNote
        to={noteFor}
        orders={orders}
        needingNote={noteFor ? ordersNeedingNote(orders, noteFor, mayReopen) : []}
        problem={batch.isError ? asProblem(batch.error) : undefined}
        isChanging={batch.isPending}
        onClose={() => setNoteFor(null)}
        onSubmit={(note) => noteFor && batch.mutate({ to: noteFor, note })}
      />
      <PrintChanged
        printing={printing}
        hint={t('ordersNotPrintedDeselected')}
        onPrint={(chosen) => {
          keepSelected(chosen)
          printing.print(chosen)
        }}
      />
    </>
  )
}

/** The result of a transition of several orders: how many succeeded, and why the others failed. */
function BatchOutcomeNotice({ result, onDismiss }: { result: BatchResult; onDismiss: () => void }) {
  const { done, refused } = result
  if (refused.length === 0) return <Notice kind="success" title={doneWords(result)} onDismiss={onDismiss} />
  return (
    <Notice kind="error" title={t('ordersSkipped', { count: refused.length })} onDismiss={onDismiss}>
      <ul className={styles.refused}>
        {refused.map(({ order, detail }) => (
          <li key={order.number}>
            <Link to={orderDetailPath(order.number)}>{order.number}</Link>
            {`: ${detail}`}
          </li>
        ))}
      </ul>
      <p>
        {t('stillSelected', { count: refused.length })} {done.length > 0 && doneWords(result)}
      </p>
    </Notice>
  )
}

const batchStates = [
  { state: 'printing', label: t('printing'), name: t('setToPrinting') },
  { state: 'ready', label: t('ready'), name: t('setToReady') },
  { state: 'sent', label: t('sent'), name: t('setToSent') },
] as const

interface Props {
  orders: readonly QueueEntry[]
  printing: Printing
  /** The state that is being set; null if none. */
  changingTo: OrderState | null
  onState: (to: OrderState) => void
}

/** The actions for the selected orders: change their state, ask a question, cancel, print. */
function BatchActions({ orders, printing, changingTo, onState }: Props) {
  /** On a phone the actions are collapsed. */
  const [open, setOpen] = useState(false)
  return (
    <section aria-label={t('selectedOrders')} className={`${dock.bar} ${styles.bar}`}>
      <div className={styles.group}>
        <p className={dock.count}>
          {t('selected', { count: orders.length })}
          {orders.length >= MAX_SELECTED && t('maximum')}
        </p>
        <Button
          variant="quiet"
          onClick={() => {
            focusListSummary()
            clearSelectedOrders()
          }}
        >
          {t('clearSelection')}
        </Button>
        <Button
          className={styles.fold}
          aria-expanded={open}
          aria-controls="selection-actions"
          onClick={() => setOpen(!open)}
        >
          {t('actions')}
        </Button>
      </div>
      <div id="selection-actions" className={styles.actions} data-open={open || undefined}>
        <div className={styles.group}>
          <span aria-hidden="true" className={styles.label}>
            {t('setTo')}
          </span>
          {batchStates.map(({ state, label, name }) => (
            <Button
              key={state}
              variant="soft"
              aria-label={name}
              busy={changingTo === state}
              onClick={() => onState(state)}
            >
              {label}
            </Button>
          ))}
        </div>
        <div className={styles.group}>
          <Button onClick={() => onState('waiting')}>{t('ask')}</Button>
          <Button onClick={() => onState('cancelled')}>{t('cancel')}</Button>
        </div>
        <div className={styles.group}>
          <a
            href={ordersFilesPath(orders.map(({ number }) => number))}
            download
            className={buttonClass()}
            data-variant="secondary"
          >
            {t('downloadFiles')}
          </a>
          <Button busy={printing.preparing === 'tickets'} onClick={() => printing.start('tickets', orders)}>
            {t('printTickets')}
          </Button>
          <Button busy={printing.preparing === 'picking'} onClick={() => printing.start('picking', orders)}>
            {t('printPickingList')}
          </Button>
        </div>
      </div>
    </section>
  )
}

interface BatchNoteProps {
  /** The new state; null while the dialog is closed. */
  to: OrderState | null
  orders: readonly QueueEntry[]
  /** The orders that need the note. */
  needingNote: readonly QueueEntry[]
  problem: Problem | undefined
  isChanging: boolean
  onClose: () => void
  onSubmit: (note: string) => void
}

const orderCount = (count: number) => t('orderCount', { count })

function dialogTexts(to: OrderState, count: number, needingNote: readonly QueueEntry[]) {
  if (to === 'waiting') {
    return {
      title: t('askAboutOrders', { orderCount: orderCount(count) }),
      hint: t('ordererGetsQuestionByMail'),
      label: t('question'),
      action: t('sendQuestion'),
    }
  }
  if (to === 'cancelled') {
    return {
      title: t('cancelOrdersQuestion', { orderCount: orderCount(count) }),
      hint: t('ordererGetsReasonByMail'),
      label: t('reason'),
      action: t('cancelOrders', { orderCount: orderCount(count) }),
    }
  }
  return {
    title: t('setOrdersTo', { orderCount: orderCount(count), state: stateWords[to].toLowerCase() }),
    hint: t('earlierStateNeedsNote', { needingNote: needingNote.map(({ number }) => number).join(', ') }),
    label: t('note'),
    action: t('setToState', { state: stateWords[to].toLowerCase() }),
  }
}

/** Asks for the note of a batch transition: a question, or the reason for a cancellation or for an earlier state. */
function BatchNote({ to, orders, needingNote, problem, isChanging, onClose, onSubmit }: BatchNoteProps) {
  const form = useForm({ defaultValues: { note: '' } })
  const [shown, dialog] = useQuestion(to, form)
  if (shown === null) return null
  const texts = dialogTexts(shown, orders.length, needingNote)
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={texts.title}
      cancel={t('back')}
      submit={texts.action}
      variant={shown === 'cancelled' ? 'danger' : 'primary'}
      form={form}
      className={styles.note}
      busy={isChanging}
      failure={problem && { title: t('stateNotChanged'), detail: problem.text }}
      onSubmit={({ note }) => onSubmit(note.trim())}
    >
      <TextArea
        {...fieldOf(form, 'note', { validate: required(t('labelRequired', { label: texts.label })) })}
        label={texts.label}
        hint={texts.hint}
        required
        rows={3}
        maxLength={2_000}
      />
    </FormDialog>
  )
}

/**
 * The orders for which the transition needs a note. The list does not contain sent quantities, so the server decides about
 * orders that are already sent.
 */
export const ordersNeedingNote = (orders: readonly QueueEntry[], to: OrderState, mayReopen: boolean) =>
  orders.filter(({ state }) => transitionRule({ state, unsent: 0 }, to, mayReopen) === 'note')

/** A skipped order with the reason. */
interface Refused {
  order: QueueEntry
  detail: string
}

interface BatchResult {
  to: OrderState
  done: QueueEntry[]
  refused: Refused[]
}

/** Groups the results; skipped orders get their current version, which the page shows. */
export function toBatchResult(
  orders: readonly QueueEntry[],
  to: OrderState,
  outcomes: readonly BatchOutcome[],
): BatchResult {
  const outcomeOf = (order: QueueEntry) => outcomes.find(({ id }) => id === order.number)
  const isDone = (order: QueueEntry) => outcomeOf(order)?.status === 200
  return {
    to,
    done: orders.filter(isDone),
    refused: orders
      .filter((order) => !isDone(order))
      .map((order) => ({
        order: { ...order, version: outcomeOf(order)?.version ?? order.version },
        detail: outcomeOf(order)?.detail || t('serverGaveNoReason'),
      })),
  }
}

/** States how many orders were changed. */
export function doneWords({ to, done }: BatchResult): string {
  const state = to === 'waiting' ? t('waitingInSentence') : stateWords[to].toLowerCase()
  return t('ordersAreNow', { count: done.length, state })
}
