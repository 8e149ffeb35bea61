// The selected orders: how many there may be, and which have changed.
import type { QueueEntry } from '../../../api/orders/copyCenter'
import type { Selection } from '../../../listkit/selection'

/** The maximum number of selected orders. */
export const MAX_SELECTED = 200

export const orderKey = ({ number }: QueueEntry) => number

/** The selected orders whose version in the list has changed. */
export function changedOrders(selection: Selection<QueueEntry>, fresh: readonly QueueEntry[]): QueueEntry[] {
  return fresh.filter((order) => {
    const selected = selection.get(order.number)
    return selected !== undefined && selected.version !== order.version
  })
}
