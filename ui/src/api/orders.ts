// Orders to the copy center.
import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
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

/** What is shown of an order sent before. */
export type SentOrder = Received<Described.SentOrder>

/** What the server answers once an order is stored. */
export type OrderReceipt = Described.OrderReceipt

/** Sends an order; the same key twice makes one order. */
export const sendOrder = (order: OrderSubmission, key: string) =>
  call<OrderReceipt>('/user/order', {
    method: 'POST',
    body: order,
    headers: { 'idempotency-key': key },
  })

/** The orders one has sent, newest first. */
export const sentOrdersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => call<SentOrder[]>('/user/orders', { signal }),
})
