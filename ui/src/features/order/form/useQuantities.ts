// The typed quantities: valid ones are written to the cart, invalid ones stay in their fields until they are corrected.
import { useState } from 'react'
import type { OrderItem } from '../../../api/user'
import { parseQuantity } from '../../../session/quantity'
import { removeFromOrder, setQuantity } from '../../../session/store'

export const lineKey = ({ id, lang }: OrderItem) => `${id} ${lang}`

export interface Quantities {
  /** The typed text of an invalid quantity. */
  invalid: (line: OrderItem) => string | undefined
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
    invalid: (line) => typed[lineKey(line)],
    change: (line, text) => {
      const quantity = parseQuantity(text)
      setTyped(quantity === null ? { ...typed, [lineKey(line)]: text } : without(line))
      if (quantity !== null) setQuantity(line.id, line.lang, quantity)
    },
    remove: (line) => {
      setTyped(without(line))
      removeFromOrder(line.id, line.lang)
    },
  }
}
