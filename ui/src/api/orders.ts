// Orders to the copy center, as whoever ordered sees them.
import { queryOptions } from '@tanstack/react-query'
import type { OrderEvent, OrderState } from '../lib/orderSteps'
import { call, callRaw } from './client'
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

type Optional = 'activity' | 'costCategory' | 'specialInstructions'

/** A line of an order, numbered from 1: the citation as it was then, and what became of it. */
export interface OrderLine extends OrderItem {
  line: number
  /** Pieces sent so far. */
  sent: number
  /** The citation went out of use since. */
  obsolete: boolean
  /** Pages of one piece; null when they were not known. */
  pages: number | null
  /** In dollars; null without pages. */
  estimate: number | null
}

/** An order with everything that is known of it. */
export interface Order extends Omit<OrderFields, Optional>, Record<Optional, string | null> {
  id: string
  number: string
  state: OrderState
  /** One more with every step. */
  version: number
  /** What became of its mail to the copy center; null when none is to be sent. */
  mailed: 'sent' | 'waiting' | null
  /** Open, and required before today. */
  late: boolean
  /** In dollars; null when no line has one. */
  estimate: number | null
  lines: OrderLine[]
  events: OrderEvent[]
}

/** What the server answers once an order is stored. */
export type OrderReceipt = Described.OrderReceipt & { number: string }

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
