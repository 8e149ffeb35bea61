// Orders to the copy center, for the person who submits them.
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw } from '../client'
import type { Nullable } from '../nullable'
import type * as Described from '../schema'
import type { OrderItem } from '../user'

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

/** A submitted order with its lines and events. */
export type Order = Nullable<Described.Order>

/** An order line: the citation as it was when ordered, and what was sent. */
export type OrderLine = Order['lines'][number]

/** The response once an order is durably stored. */
export type OrderReceipt = Described.OrderReceipt

/** Submits an order. Submitting twice with the same key makes one order. */
export const sendOrder = (order: OrderSubmission, key: string) =>
  call<OrderReceipt>('/user/order', {
    method: 'POST',
    body: order,
    headers: { 'idempotency-key': key },
  })

/** Prefix of the keys of all queries that a transition of an order changes. */
export const ordersKey = ['orders'] as const

/** The caller's own orders, newest first. */
export const sentOrdersQuery = queryOptions({
  queryKey: [...ordersKey, 'own'],
  queryFn: ({ signal }) => call<Order[]>('/user/orders', { signal }),
  // The copy center works on the orders while the list is open.
  refetchInterval: 60_000,
})

/** Cancels an own order, while it is received or waiting. */
export const cancelOrder = ({ number, note }: { number: string; note: string }) =>
  callRaw(`/user/orders/${encodeURIComponent(number)}/cancel`, { method: 'POST', body: { note } })

/** Answers the copy center's question. */
export const replyToQuestion = ({ number, note }: { number: string; note: string }) =>
  callRaw(`/user/orders/${encodeURIComponent(number)}/reply`, { method: 'POST', body: { note } })
