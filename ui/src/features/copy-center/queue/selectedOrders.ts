// The store of selected orders. The selection survives opening an order and returning.
import { create } from 'zustand'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import { type Selection, withSelection } from '../../../listkit/useSelection'

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

const nothing: Selection<QueueEntry> = new Map()

export const useSelectedOrders = create<{ selection: Selection<QueueEntry> }>(() => ({ selection: nothing }))

export const selectOrders = (orders: readonly QueueEntry[], selected: boolean) =>
  useSelectedOrders.setState(({ selection }) => ({
    selection: withSelection(selection, orders, selected, orderKey, MAX_SELECTED),
  }))

export const clearSelectedOrders = () => useSelectedOrders.setState({ selection: nothing })

/** Replaces selected orders by their current data; other orders are ignored. */
export const updateSelectedOrders = (orders: readonly QueueEntry[]) =>
  useSelectedOrders.setState(({ selection }) => {
    const next = new Map(selection)
    for (const order of orders) if (next.has(order.number)) next.set(order.number, order)
    return { selection: next }
  })

/** Keeps only these orders selected, in the versions that the page has shown. */
export const keepSelected = (orders: readonly Pick<QueueEntry, 'number' | 'state' | 'version'>[]) =>
  useSelectedOrders.setState(({ selection }) => ({
    selection: new Map(
      orders.flatMap(({ number, state, version }) => {
        const entry = selection.get(number)
        return entry ? [[number, { ...entry, state, version }]] : []
      }),
    ),
  }))
