// Orders as the copy center works on them: the list, one order, its steps, sums. Everything here needs the right to.
import { queryOptions } from '@tanstack/react-query'
import type { OrderState } from '../lib/orderSteps'
import { call } from './client'
import { type Order, ordersKey } from './orders'
import type { Received } from './received'
import type * as Described from './schema'

/** Which orders; an empty value leaves all. */
export interface QueueFilter {
  /** States with commas between. */
  state: string
  q: string
  /** First and last day of the order, `YYYY-MM-DD`. */
  from: string
  to: string
  mailStop: string
  department: string
  /** 'true' for open ones that were required before today. */
  late: string
}

/** An order in the list. */
export type QueueEntry = Described.QueueEntry

/** Orders of a page of the list. */
export const queuePageSize = 50

const parametersOf = (given: Record<string, string>) =>
  new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))

export const queueQuery = (filter: QueueFilter, start: number) =>
  queryOptions({
    queryKey: [...ordersKey, 'queue', filter, start],
    queryFn: ({ signal }) =>
      call<Described.QueuePage>(`/orders?${parametersOf({ ...filter, start: start === 0 ? '' : String(start) })}`, {
        signal,
      }),
    // Colleagues work on the same list.
    refetchInterval: 30_000,
  })

/** The list as CSV, a line an item. */
export const queueDownload = (filter: QueueFilter) => `/api/orders/download?${parametersOf({ ...filter })}`

/** An order by its number or id. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'order', id],
    queryFn: ({ signal }) => call<Order>(`/orders/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: 30_000,
  })

/** The QR code of the order's page. */
export const orderQrPath = (number: string) => `/api/orders/${encodeURIComponent(number)}/qr.png`

export interface Step {
  state: OrderState
  note: string
  /** What is sent now, for the state `sent`; lines that are not named are sent whole. */
  sent?: { line: number; quantity: number }[]
}

/** Takes a step with an order in the version that the person has seen. */
export const takeStep = ({ order, step }: { order: Pick<Order, 'number' | 'version'>; step: Step }) =>
  call<Order>(`/orders/${encodeURIComponent(order.number)}/state`, {
    method: 'POST',
    body: step,
    headers: { 'if-match': `"${order.version}"` },
  })

/** What became of an order of a batch. */
export type BatchOutcome = Received<Described.BatchItemOutcome>

/** Takes the same step with several orders, each in the version that the person has seen. */
export async function takeBatchStep(batch: {
  orders: readonly Pick<QueueEntry, 'number' | 'version'>[]
  state: OrderState
  note: string
}): Promise<BatchOutcome[]> {
  const orders = batch.orders.map(({ number, version }) => ({ id: number, version }))
  const answer = await call<{ orders: BatchOutcome[] }>('/orders/state', { method: 'POST', body: { ...batch, orders } })
  return answer.orders
}

/** What orders are summed by. */
export const totalsBy = ['costCenter', 'department', 'month', 'item'] as const
export type TotalsBy = (typeof totalsBy)[number]

export interface TotalsFilter {
  by: TotalsBy
  from: string
  to: string
}

export type TotalFigures = Described.TotalFigures

export type OrderTotal = Described.OrderTotal

export type OrderTotals = Described.OrderTotals

/** Sums of a page. */
export const totalsPageSize = 200

export const totalsQuery = (filter: TotalsFilter, start: number) =>
  queryOptions({
    queryKey: [...ordersKey, 'totals', filter, start],
    queryFn: ({ signal }) =>
      call<OrderTotals>(`/orders/totals?${parametersOf({ ...filter, start: start === 0 ? '' : String(start) })}`, {
        signal,
      }),
  })

export const totalsDownload = (filter: TotalsFilter) => `/api/orders/totals/download?${parametersOf({ ...filter })}`
