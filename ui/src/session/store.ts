// Favorites and order list of the person at this browser, kept in local storage under `session`.
import type { Favorite, OrderItem, StoredSession } from '../api/user'
import { maxQuantity } from './merge'
import { createStored } from './stored'

interface OwnedSession extends StoredSession {
  /** Whose it is; null when nobody has signed in here, or the last one has signed out. */
  owner: string | null
}

const nobody: OwnedSession = { owner: null, favorites: [], order: [], language: null }

export const useSession = createStored<OwnedSession>('session', nobody)

/** Makes it the session of this person; what another person left behind is dropped. */
export function claimSession(person: string) {
  if (useSession.getState().owner !== person) useSession.setState({ ...nobody, owner: person })
}

/** Forgets whose it is, and everything in it. */
export const clearSession = () => useSession.setState(nobody)

const byTitle = (a: Favorite, b: Favorite) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' })

/** Adds a citation to the favorites, or removes it. */
export function toggleFavorite(favorite: Favorite) {
  useSession.setState(({ favorites }) => {
    const others = favorites.filter(({ id }) => id !== favorite.id)
    return { favorites: others.length < favorites.length ? others : [...others, favorite].sort(byTitle) }
  })
}

/** Adds a language version to the order list; the quantity of one that is there already is raised. */
export function addToOrder(item: Omit<OrderItem, 'quantity'>, quantity = 1) {
  useSession.setState(({ order }) => {
    const isSame = ({ id, lang }: OrderItem) => id === item.id && lang === item.lang
    const raised = (line: OrderItem) => ({ ...line, quantity: Math.min(line.quantity + quantity, maxQuantity) })
    return {
      order: order.some(isSame)
        ? order.map((line) => (isSame(line) ? raised(line) : line))
        : [...order, { ...item, quantity }],
    }
  })
}

/** Replaces the quantity of a line. */
export function setQuantity(id: string, lang: string, quantity: number) {
  useSession.setState(({ order }) => ({
    order: order.map((line) => (line.id === id && line.lang === lang ? { ...line, quantity } : line)),
  }))
}

/** Removes a line from the order list. */
export function removeFromOrder(id: string, lang: string) {
  useSession.setState(({ order }) => ({ order: order.filter((line) => line.id !== id || line.lang !== lang) }))
}

/** Empties the order list. */
export const clearOrder = () => useSession.setState({ order: [] })
