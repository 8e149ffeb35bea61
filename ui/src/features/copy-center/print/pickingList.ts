// The picking list: the lines of several orders, summed by item.
import type { Order, OrderLine } from '../../../api/orders/orders'

export interface PickedItem {
  itemNum: string | null
  title: string
  lang: string
  printingSpecs: string | null
  quantity: number
  /** The orders that contain it, with their quantities. */
  orders: { number: string; quantity: number }[]
}

/** Lines are the same item if citation, language, item number and printing specs are equal. */
const keyOf = ({ id, lang, itemNum, printingSpecs }: OrderLine) => JSON.stringify([id, lang, itemNum, printingSpecs])

const compare = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '', 'en', { numeric: true })

const byPlace = (a: PickedItem, b: PickedItem) =>
  Number(a.itemNum === null) - Number(b.itemNum === null) ||
  compare(a.itemNum, b.itemNum) ||
  compare(a.title, b.title) ||
  compare(a.lang, b.lang) ||
  compare(a.printingSpecs, b.printingSpecs)

/** The remaining quantities of the orders by item number; items without one come last. */
export function pickingList(orders: readonly Pick<Order, 'number' | 'lines'>[]): PickedItem[] {
  const items = new Map<string, PickedItem>()
  for (const { number, lines } of orders) {
    for (const line of lines) {
      const quantity = line.quantity - line.sent
      if (quantity <= 0) continue
      const { itemNum, title, lang, printingSpecs } = line
      const item = items.get(keyOf(line)) ?? { itemNum, title, lang, printingSpecs, quantity: 0, orders: [] }
      items.set(keyOf(line), {
        ...item,
        quantity: item.quantity + quantity,
        orders: [...item.orders, { number, quantity }],
      })
    }
  }
  return [...items.values()].sort(byPlace)
}
