// The caller's own orders. Submitting and changing them is in orderChanges.ts, which the first screen does not load.
import { queryOptions } from '@tanstack/react-query'
import { call, type Nullable } from '../client'
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

type LineFiles = Pick<Described.OrderLine, 'file' | 'fileNow' | 'versionTitle'>

/**
 * An order line: the citation as it was when ordered, and what was sent. `fileNow` is the file of the version now, only if it is
 * another one; null if it has none any more.
 */
export type OrderLine = Omit<Nullable<Described.OrderLine>, keyof LineFiles> & LineFiles

/** A submitted order with its lines and events. */
export type Order = Omit<Nullable<Described.Order>, 'lines'> & { lines: OrderLine[] }

/** The response once an order is durably stored. */
export type OrderReceipt = Described.OrderReceipt

/** Prefix of the keys of all queries that a transition of an order changes. */
export const ordersKey = ['orders'] as const

/** The caller's own orders, newest first. */
export const sentOrdersQuery = queryOptions({
  queryKey: [...ordersKey, 'own'],
  queryFn: ({ signal }) => call('GET /user/orders', { signal }),
  // The copy center works on the orders while the list is open.
  refetchInterval: 60_000,
})
