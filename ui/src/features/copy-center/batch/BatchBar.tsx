// The sticky bar for the selected orders: change their state, ask a question, cancel, print.
import t from 'messages:staff/copyCenter'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { changeOrderStates } from '../../../api/orders/copyCenter'
import { ordersKey } from '../../../api/orders/orders'
import { asProblem, type Problem } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Notice } from '../../../components/feedback/Notice'
import dock from '../../../components/page/Dock.module.css'
import type { OrderState } from '../../../lib/orderTransitions'
import { orderDetailPath } from '../../../paths'
import { PrintChanged } from '../print/PrintChanged'
import type { Printing } from '../print/usePrint'
import { keepSelected, selectOrders, updateSelectedOrders, useSelectedOrders } from '../queue/selectedOrders'
import { BatchActions } from './BatchActions'
import styles from './BatchBar.module.css'
import { BatchNote } from './BatchNote'
import { type BatchResult, doneWords, ordersNeedingNote, toBatchResult } from './batch'

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
          {batch.isError && noteFor === null && (
            <Notice kind="error" title={failureTitle(asProblem(batch.error))} onDismiss={() => batch.reset()}>
              {t('ordersStillSelected', { text: asProblem(batch.error).text })}
            </Notice>
          )}
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
