// What is done with the ticked orders: a step, a question, a cancellation, prints. It stays at the lower edge of the window.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { takeBatchStep } from '../../api/copyCenter'
import { ordersKey } from '../../api/orders'
import { asProblem, type Problem } from '../../api/problem'
import { useUser } from '../../api/user'
import { Button } from '../../components/Button'
import dock from '../../components/Dock.module.css'
import { Notice } from '../../components/Notice'
import type { OrderState } from '../../lib/orderSteps'
import styles from './BatchBar.module.css'
import { BatchNote } from './BatchNote'
import { BatchOutcomeNotice } from './BatchOutcomeNotice'
import { type BatchResult, needNote, resultOf } from './batch'
import { PrintChanged } from './PrintChanged'
import { maxTicked } from './selection'
import { keepTicksOf, renewTicks, tick, untickAll, useTicked } from './ticked'
import type { Printing } from './usePrint'

const steps = [
  { state: 'printing', label: 'Printing', name: 'Set to printing' },
  { state: 'ready', label: 'Ready', name: 'Set to ready' },
  { state: 'sent', label: 'Sent', name: 'Set to sent' },
] as const

/** Without an answer nobody knows how far the server came. */
const failureTitle = ({ status }: Problem) =>
  status === 0 ? 'It is not known which orders were changed.' : 'The step was not taken.'

export function BatchBar({ printing }: { printing: Printing }) {
  const client = useQueryClient()
  const mayReopen = useUser().may('reopenOrders')
  const selection = useTicked((state) => state.selection)
  const orders = [...selection.values()]
  const [noteFor, setNoteFor] = useState<OrderState | null>(null)
  /** On a phone the actions fold away: the orders need the room. */
  const [open, setOpen] = useState(false)
  const [result, setResult] = useState<BatchResult | null>(null)
  const outcome = useRef<HTMLDivElement>(null)

  const batch = useMutation({
    mutationFn: async ({ to, note }: { to: OrderState; note: string }) =>
      resultOf(orders, to, await takeBatchStep({ orders, state: to, note })),
    onSuccess: (made) => {
      flushSync(() => {
        setNoteFor(null)
        setOpen(false)
        setResult(made)
        tick(made.done, false)
        renewTicks(made.refused.map(({ order }) => order))
      })
      // The button that was pressed may have gone with the last tick.
      outcome.current?.focus()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  const press = (to: OrderState) => {
    if (batch.isPending) return
    batch.reset()
    setResult(null)
    if (needNote(orders, to, mayReopen).length > 0) setNoteFor(to)
    else batch.mutate({ to, note: '' })
  }
  const isTaking = (to: OrderState) => batch.isPending && batch.variables.to === to

  return (
    <>
      <div className={dock.dock}>
        <div ref={outcome} tabIndex={-1} className={styles.outcome}>
          {result && <BatchOutcomeNotice result={result} onDismiss={() => setResult(null)} />}
          {batch.isError && noteFor === null && (
            <Notice kind="error" title={failureTitle(asProblem(batch.error))} onDismiss={() => batch.reset()}>
              {asProblem(batch.error).text} The orders are still ticked, and the list shows how they are now.
            </Notice>
          )}
        </div>
        {orders.length > 0 && (
          <section aria-label="Ticked orders" className={`${dock.bar} ${styles.bar}`}>
            <div className={styles.group}>
              <p className={dock.count}>
                {orders.length === 1 ? '1 ticked' : `${orders.length} ticked`}
                {orders.length >= maxTicked && ', as many as can be'}
              </p>
              <Button variant="quiet" onClick={untickAll}>
                Untick all
              </Button>
              <Button
                className={styles.fold}
                aria-expanded={open}
                aria-controls="ticked-actions"
                onClick={() => setOpen(!open)}
              >
                Actions
              </Button>
            </div>
            <div id="ticked-actions" className={styles.actions} data-open={open || undefined}>
              <div className={styles.group}>
                <span aria-hidden="true" className={styles.label}>
                  Set to
                </span>
                {steps.map(({ state, label, name }) => (
                  <Button
                    key={state}
                    variant="soft"
                    aria-label={name}
                    busy={isTaking(state)}
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
        needing={noteFor ? needNote(orders, noteFor, mayReopen) : []}
        problem={batch.isError ? asProblem(batch.error) : undefined}
        isTaking={batch.isPending}
        onClose={() => setNoteFor(null)}
        onTake={(note) => noteFor && batch.mutate({ to: noteFor, note })}
      />
      <PrintChanged
        printing={printing}
        hint="What is not printed loses its tick."
        onPrint={(chosen) => {
          keepTicksOf(chosen)
          printing.print(chosen)
        }}
      />
    </>
  )
}
