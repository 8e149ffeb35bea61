// Orders to the copy center, as whoever ordered sees them.
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw } from './client'
import type { Received } from './received'
import type * as Described from './schema'
import type { OrderItem } from './user'

export interface OrderFields {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  department: string
  mailStop: string
  dateOfOrder: string
  dateRequired: string
  costCenter: string
  activity: string
  costCategory: string
  specialInstructions: string
}

export interface OrderSubmission extends OrderFields {
  orders: OrderItem[]
}

/** An order with everything that is known of it. */
export type Order = Received<Described.Order>

/** A line of an order: the citation as it was then, and what became of it. */
export type OrderLine = Order['lines'][number]

/** What the server answers once an order is stored. */
export type OrderReceipt = Described.OrderReceipt

/** Sends an order; the same key twice makes one order. */
export const sendOrder = (order: OrderSubmission, key: string) =>
  call<OrderReceipt>('/user/order', {
    method: 'POST',
    body: order,
    headers: { 'idempotency-key': key },
  })

/** Key of everything that a step of an order changes. */
export const ordersKey = ['orders'] as const

/** The orders one has sent, newest first. */
export const sentOrdersQuery = queryOptions({
  queryKey: [...ordersKey, 'own'],
  queryFn: ({ signal }) => call<Order[]>('/user/orders', { signal }),
  // The copy center goes on while the list is open.
  refetchInterval: 60_000,
})

/** Cancels an order of one's own, while it can be. */
export const cancelOrder = ({ number, note }: { number: string; note: string }) =>
  callRaw(`/user/orders/${encodeURIComponent(number)}/cancel`, { method: 'POST', body: { note } })

/** Answers the copy center's question. */
export const replyToQuestion = ({ number, note }: { number: string; note: string }) =>
  callRaw(`/user/orders/${encodeURIComponent(number)}/reply`, { method: 'POST', body: { note } })
