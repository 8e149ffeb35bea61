// Orders for the copy center: the list, one order, transitions, totals. Every call needs the right 'workOnOrders'.
import { queryOptions } from '@tanstack/react-query'
import type { OrderState } from '../../lib/orderTransitions'
import { addressOf, call, type Nullable } from '../client'
import type * as Described from '../schema'
import { type Order, ordersKey } from './orders'

/** Filters the list of orders; an empty value does not filter. */
export interface QueueFilter {
  /** States, separated by commas. */
  state: string
  q: string
  /** The first and last day of dateOfOrder, `YYYY-MM-DD`, both included. */
  from: string
  to: string
  mailStop: string
  department: string
  /** 'true' for open orders that were required before today. */
  late: string
}

/** An order in the list. */
export type QueueEntry = Described.QueueEntry

export const queueQuery = (filter: QueueFilter, start: number) =>
  queryOptions({
    queryKey: [...ordersKey, 'queue', filter, start],
    queryFn: ({ signal }) => call('GET /orders', { query: { ...filter, start: start || null }, signal }),
    // Colleagues work on the same list.
    refetchInterval: 30_000,
  })

/** The URL of the list as CSV, one row per order line. */
export const queueDownload = (filter: QueueFilter) => addressOf('GET /orders/download', { query: { ...filter } })

/** An order by its number or id. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'order', id],
    queryFn: ({ signal }) => call('GET /orders/{id}', { params: { id }, signal }),
    refetchInterval: 30_000,
  })

/** The URL of the QR code that leads to the order's page. */
export const orderQrPath = (number: string) => addressOf('GET /orders/{id}/qr.png', { params: { id: number } })

/** The URL of the files of one order as a ZIP: as of submission, or those of today. */
export const orderFilesPath = (number: string, when: 'ordered' | 'now') =>
  addressOf('GET /orders/{id}/files', { params: { id: number }, query: { now: when === 'now' || null } })

/** The URL of the files of several orders as a ZIP, as of submission. */
export const ordersFilesPath = (numbers: readonly string[]) =>
  addressOf('GET /orders/files', { query: { id: numbers } })

export interface Transition {
  state: OrderState
  note: string
  /** The quantities sent now, for the state `sent`; lines that are not listed count as complete. */
  sent?: { line: number; quantity: number }[]
}

/** Changes the state of an order, if it still has the version that the page shows. */
export const changeOrderState = ({
  order,
  transition,
}: {
  order: Pick<Order, 'number' | 'version'>
  transition: Transition
}) =>
  call('POST /orders/{id}/state', {
    params: { id: order.number },
    body: transition,
    ifMatch: `"${order.version}"`,
  })

/** The result of a batch transition for one order. */
export type BatchOutcome = Nullable<Described.BatchItemOutcome>

/** Changes the state of several orders, each only if it still has the version that the page shows. */
export async function changeOrderStates(batch: {
  orders: readonly Pick<QueueEntry, 'number' | 'version'>[]
  state: OrderState
  note: string
}): Promise<BatchOutcome[]> {
  const orders = batch.orders.map(({ number, version }) => ({ id: number, version }))
  return (await call('POST /orders/state', { body: { ...batch, orders } })).orders
}

/** What totals can be grouped by. */
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

/** Totals on a page. */
export const totalsPageSize = 200

export const totalsQuery = (filter: TotalsFilter, start: number) =>
  queryOptions({
    queryKey: [...ordersKey, 'totals', filter, start],
    queryFn: ({ signal }) => call('GET /orders/totals', { query: { ...filter, start: start || null }, signal }),
  })

export const totalsDownload = (filter: TotalsFilter) =>
  addressOf('GET /orders/totals/download', { query: { ...filter } })
