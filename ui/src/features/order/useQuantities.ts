// Quantities as typed: those that can be ordered go to the order list, the others stay in their fields until corrected.
import { useState } from 'react'
import type { OrderItem } from '../../api/user'
import { quantityOf } from '../../session/merge'
import { removeFromOrder, setQuantity } from '../../session/store'

export const lineKey = ({ id, lang }: OrderItem) => `${id} ${lang}`

export interface Quantities {
  /** What stands in a line's field, when it cannot be ordered. */
  wrong: (line: OrderItem) => string | undefined
  change: (line: OrderItem, text: string) => void
  remove: (line: OrderItem) => void
}

export function useQuantities(): Quantities {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const without = (line: OrderItem) => {
    const { [lineKey(line)]: _, ...others } = typed
    return others
  }
  return {
    wrong: (line) => typed[lineKey(line)],
    change: (line, text) => {
      const quantity = quantityOf(text)
      setTyped(quantity === null ? { ...typed, [lineKey(line)]: text } : without(line))
      if (quantity !== null) setQuantity(line.id, line.lang, quantity)
    },
    remove: (line) => {
      setTyped(without(line))
      removeFromOrder(line.id, line.lang)
    },
  }
}
