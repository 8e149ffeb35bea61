// The ticked orders of the list. They stay while somebody looks into one of them and comes back.
import { create } from 'zustand'
import type { QueueEntry } from '../../api/copyCenter'
import { nothing, type Selection, withTicks } from './selection'

export const useTicked = create<{ selection: Selection }>(() => ({ selection: nothing }))

export const tick = (orders: readonly QueueEntry[], ticked: boolean) =>
  useTicked.setState(({ selection }) => ({ selection: withTicks(selection, orders, ticked) }))

export const untickAll = () => useTicked.setState({ selection: nothing })

/** Takes over what is known of ticked orders by now; those that are not ticked stay so. */
export const renewTicks = (orders: readonly QueueEntry[]) =>
  useTicked.setState(({ selection }) => {
    const next = new Map(selection)
    for (const order of orders) if (next.has(order.number)) next.set(order.number, order)
    return { selection: next }
  })

/** Leaves the ticks of these orders alone, in the versions that the person has been shown. */
export const keepTicksOf = (orders: readonly Pick<QueueEntry, 'number' | 'state' | 'version'>[]) =>
  useTicked.setState(({ selection }) => ({
    selection: new Map(
      orders.flatMap(({ number, state, version }) => {
        const entry = selection.get(number)
        return entry ? [[number, { ...entry, state, version }]] : []
      }),
    ),
  }))
