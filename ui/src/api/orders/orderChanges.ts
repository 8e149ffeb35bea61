// Changes to the caller's own orders: submitting, cancelling, replying to a question.
import { call } from '../client'
import type { OrderSubmission } from './orders'

/** Submits an order. Submitting twice with the same key makes one order. */
export const sendOrder = (order: OrderSubmission, key: string) =>
  call('POST /user/order', { body: order, headers: { 'idempotency-key': key } })

/** Cancels an own order, while it is received or waiting. */
export const cancelOrder = ({ number, note }: { number: string; note: string }) =>
  call('POST /user/orders/{id}/cancel', { params: { id: number }, body: { note } })

/** Answers the copy center's question. */
export const replyToQuestion = ({ number, note }: { number: string; note: string }) =>
  call('POST /user/orders/{id}/reply', { params: { id: number }, body: { note } })
