// Prints orders. Each is loaded again first, so that no cancelled order is printed.

import t from 'messages:staff/copyCenter'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { orderQuery, type QueueEntry } from '../../../api/orders/copyCenter'
import type { Order } from '../../../api/orders/orders'
import { asProblem, type Problem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { Dialog, useQuestion } from '../../../components/page/Dialog'
import { dayAndTime } from '../../../lib/dates/dates'
import styles from '../batch/BatchBar.module.css'
import { stateWords } from '../stateWords'

/** An order in the version that the page shows. */
type Known = Pick<QueueEntry, 'number' | 'version'>

type PrintKind = 'tickets' | 'picking'

/** The orders to print. */
export interface Sheets {
  kind: PrintKind
  orders: Order[]
}

const MAX_CONCURRENT_REQUESTS = 8

export interface Printing {
  /** What is being loaded. */
  preparing: PrintKind | null
  /** Loaded, but some orders have changed after they were selected; the person decides. */
  asking: (Sheets & { changed: Order[] }) | null
  sheets: Sheets | null
  failure: Problem | null
  start: (kind: PrintKind, orders: readonly Known[]) => void
  /** Prints some of the orders in `asking`. */
  print: (orders: Order[]) => void
  reset: () => void
}

const idle = { preparing: null, asking: null, sheets: null, failure: null }

/** Prints orders. Each is loaded again first, so that no cancelled order is printed. */
export function usePrint(): Printing {
  const client = useQueryClient()
  const [state, setState] = useState<Pick<Printing, keyof typeof idle>>(idle)
  /** The number of the current load; an abandoned load must not print when it ends. */
  const current = useRef(0)

  async function loadOrders(entries: readonly Known[]): Promise<Order[]> {
    const orders: Order[] = []
    for (let n = 0; n < entries.length; n += MAX_CONCURRENT_REQUESTS) {
      const some = entries.slice(n, n + MAX_CONCURRENT_REQUESTS)
      orders.push(
        ...(await Promise.all(some.map(({ number }) => client.fetchQuery({ ...orderQuery(number), staleTime: 0 })))),
      )
    }
    return orders
  }

  return {
    ...state,
    start: (kind, entries) => {
      if (state.preparing !== null) return
      const mine = ++current.current
      setState({ ...idle, preparing: kind })
      loadOrders(entries).then(
        (orders) => {
          if (mine !== current.current) return
          const versions = new Map(entries.map(({ number, version }) => [number, version]))
          const changed = orders.filter(({ number, version }) => versions.get(number) !== version)
          setState({
            ...idle,
            ...(changed.length > 0 ? { asking: { kind, orders, changed } } : { sheets: { kind, orders } }),
          })
        },
        (error: unknown) => {
          if (mine === current.current) setState({ ...idle, failure: asProblem(error) })
        },
      )
    },
    print: (orders) => setState(({ asking }) => ({ ...idle, sheets: asking && { kind: asking.kind, orders } })),
    reset: () => {
      current.current++
      setState(idle)
    },
  }
}

/** Describes the latest event, such as 'cancelled by Nora Vance, Jan 5, 2026, 2:14 PM: Not needed any more'. */
function lastEvent({ events, state }: Order): string {
  const event = events.at(-1)
  if (!event) return stateWords[state].toLowerCase()
  const words = t('stateByPerson', {
    state: stateWords[event.state].toLowerCase(),
    by: event.by,
    dayAndTime: dayAndTime(event.at),
  })
  return event.note ? `${words}: ${event.note}` : words
}

interface Props {
  printing: Printing
  /** What happens to orders that are not printed. */
  hint?: string
  onPrint: (orders: Order[]) => void
}

/** Asks before printing whether to print selected orders that have changed. */
export function PrintChanged({ printing, hint, onPrint }: Props) {
  const [shown, dialog] = useQuestion(printing.asking)
  if (shown === null) return null
  const { orders, changed } = shown
  const others = orders.filter((order) => !changed.includes(order))
  const printable = orders.filter(({ state }) => state !== 'cancelled')
  return (
    <Dialog
      role="alertdialog"
      {...dialog}
      onClose={printing.reset}
      title={t('ordersChanged', { count: changed.length })}
      footer={
        <>
          <Button onClick={printing.reset}>{t('printNothing')}</Button>
          {printable.length > others.length && (
            <Button onClick={() => onPrint(printable)}>{t('printAsNow', { count: printable.length })}</Button>
          )}
          {others.length > 0 && (
            <Button variant="primary" onClick={() => onPrint(others)}>
              {t('printOtherCount', { count: others.length })}
            </Button>
          )}
        </>
      }
    >
      <ul className={styles.refused}>
        {changed.map((order) => (
          <li key={order.number}>
            <strong>{order.number}</strong>
            {`: ${lastEvent(order)}`}
          </li>
        ))}
      </ul>
      {hint && <p>{hint}</p>}
    </Dialog>
  )
}
