// Favorites and order list of the person at this browser, kept in local storage under `session`.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Favorite, OrderItem, StoredSession } from '../api/user'

export const useSession = create<StoredSession>()(
  persist((): StoredSession => ({ favorites: [], order: [] }), { name: 'session' }),
)

const byTitle = (a: Favorite, b: Favorite) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' })

/** Puts a citation among the favorites, or takes it out. */
export function toggleFavorite(favorite: Favorite) {
  useSession.setState(({ favorites }) => {
    const others = favorites.filter(({ id }) => id !== favorite.id)
    return { favorites: others.length < favorites.length ? others : [...others, favorite].sort(byTitle) }
  })
}

/** Adds a language version to the order list; one that is there already gets one more. */
export function addToOrder(item: Omit<OrderItem, 'quantity'>) {
  useSession.setState(({ order }) => {
    const there = order.some(({ id, lang }) => id === item.id && lang === item.lang)
    return {
      order: there
        ? order.map((line) =>
            line.id === item.id && line.lang === item.lang ? { ...line, quantity: line.quantity + 1 } : line,
          )
        : [...order, { ...item, quantity: 1 }],
    }
  })
}

/** Replaces the quantity of a line. */
export function setQuantity(id: string, lang: string, quantity: number) {
  useSession.setState(({ order }) => ({
    order: order.map((line) => (line.id === id && line.lang === lang ? { ...line, quantity } : line)),
  }))
}

/** Takes a line off the order list. */
export function removeFromOrder(id: string, lang: string) {
  useSession.setState(({ order }) => ({ order: order.filter((line) => line.id !== id || line.lang !== lang) }))
}

/** Empties the order list. */
export const clearOrder = () => useSession.setState({ order: [] })
