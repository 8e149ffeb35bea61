// The sticky bar for the selected orders: change their state, ask a question, cancel, print.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { changeOrderStates } from '../../../api/orders/copyCenter'
import { ordersKey } from '../../../api/orders/orders'
import { asProblem, type Problem } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import dock from '../../../components/page/Dock.module.css'
import type { OrderState } from '../../../lib/orderTransitions'
import { PrintChanged } from '../print/PrintChanged'
import type { Printing } from '../print/usePrint'
import {
  clearSelectedOrders,
  keepSelected,
  selectOrders,
  updateSelectedOrders,
  useSelectedOrders,
} from '../queue/selectedOrders'
import { maxSelected } from '../queue/selection'
import styles from './BatchBar.module.css'
import { BatchNote } from './BatchNote'
import { BatchOutcomeNotice } from './BatchOutcomeNotice'
import { type BatchResult, ordersNeedingNote, toBatchResult } from './batch'

const batchStates = [
  { state: 'printing', label: 'Printing', name: 'Set to printing' },
  { state: 'ready', label: 'Ready', name: 'Set to ready' },
  { state: 'sent', label: 'Sent', name: 'Set to sent' },
] as const

/** Without a response it is unknown which orders the server changed. */
const failureTitle = ({ status }: Problem) =>
  status === 0 ? 'It is not known which orders were changed.' : 'The state was not changed.'

export function BatchBar({ printing }: { printing: Printing }) {
  const client = useQueryClient()
  const mayReopen = useUser().may('reopenOrders')
  const selection = useSelectedOrders((state) => state.selection)
  const orders = [...selection.values()]
  const [noteFor, setNoteFor] = useState<OrderState | null>(null)
  /** On a phone the actions are collapsed. */
  const [open, setOpen] = useState(false)
  const [result, setResult] = useState<BatchResult | null>(null)
  const outcome = useRef<HTMLDivElement>(null)

  const batch = useMutation({
    mutationFn: async ({ to, note }: { to: OrderState; note: string }) =>
      toBatchResult(orders, to, await changeOrderStates({ orders, state: to, note })),
    onSuccess: (batchResult) => {
      flushSync(() => {
        setNoteFor(null)
        setOpen(false)
        setResult(batchResult)
        selectOrders(batchResult.done, false)
        updateSelectedOrders(batchResult.refused.map(({ order }) => order))
      })
      // The pressed button is removed when nothing is selected any more.
      outcome.current?.focus()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  const press = (to: OrderState) => {
    if (batch.isPending) return
    batch.reset()
    setResult(null)
    if (ordersNeedingNote(orders, to, mayReopen).length > 0) setNoteFor(to)
    else batch.mutate({ to, note: '' })
  }
  const isChanging = (to: OrderState) => batch.isPending && batch.variables.to === to

  return (
    <>
      <div className={dock.dock}>
        <div ref={outcome} tabIndex={-1} className={styles.outcome}>
          {result && <BatchOutcomeNotice result={result} onDismiss={() => setResult(null)} />}
          {batch.isError && noteFor === null && (
            <Notice kind="error" title={failureTitle(asProblem(batch.error))} onDismiss={() => batch.reset()}>
              {asProblem(batch.error).text} The orders are still selected, and the list shows their current state.
            </Notice>
          )}
        </div>
        {orders.length > 0 && (
          <section aria-label="Selected orders" className={`${dock.bar} ${styles.bar}`}>
            <div className={styles.group}>
              <p className={dock.count}>
                {orders.length === 1 ? '1 selected' : `${orders.length} selected`}
                {orders.length >= maxSelected && ', the maximum'}
              </p>
              <Button variant="quiet" onClick={clearSelectedOrders}>
                Clear selection
              </Button>
              <Button
                className={styles.fold}
                aria-expanded={open}
                aria-controls="selection-actions"
                onClick={() => setOpen(!open)}
              >
                Actions
              </Button>
            </div>
            <div id="selection-actions" className={styles.actions} data-open={open || undefined}>
              <div className={styles.group}>
                <span aria-hidden="true" className={styles.label}>
                  Set to
                </span>
                {batchStates.map(({ state, label, name }) => (
                  <Button
                    key={state}
                    variant="soft"
                    aria-label={name}
                    busy={isChanging(state)}
                    onClick={() => press(state)}
                  >
                    {label}
                  </Button>
                ))}
              </div>
              <div className={styles.group}>
                <Button onClick={() => press('waiting')}>Ask…</Button>
                <Button onClick={() => press('cancelled')}>Cancel…</Button>
              </div>
              <div className={styles.group}>
                <Button busy={printing.preparing === 'tickets'} onClick={() => printing.start('tickets', orders)}>
                  Print tickets
                </Button>
                <Button busy={printing.preparing === 'picking'} onClick={() => printing.start('picking', orders)}>
                  Print picking list
                </Button>
              </div>
            </div>
          </section>
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
        hint="Orders that are not printed are deselected."
        onPrint={(chosen) => {
          keepSelected(chosen)
          printing.print(chosen)
        }}
      />
    </>
  )
}
