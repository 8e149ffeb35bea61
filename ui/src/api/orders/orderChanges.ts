// Changes to the caller's own orders: submitting, cancelling, replying to a question.
import { call, callRaw } from '../client'
import type { OrderReceipt, OrderSubmission } from './orders'

/** Submits an order. Submitting twice with the same key makes one order. */
export const sendOrder = (order: OrderSubmission, key: string) =>
  call<OrderReceipt>('/user/order', {
    method: 'POST',
    body: order,
    headers: { 'idempotency-key': key },
  })

/** Cancels an own order, while it is received or waiting. */
export const cancelOrder = ({ number, note }: { number: string; note: string }) =>
  callRaw(`/user/orders/${encodeURIComponent(number)}/cancel`, { method: 'POST', body: { note } })

/** Answers the copy center's question. */
export const replyToQuestion = ({ number, note }: { number: string; note: string }) =>
  callRaw(`/user/orders/${encodeURIComponent(number)}/reply`, { method: 'POST', body: { note } })
