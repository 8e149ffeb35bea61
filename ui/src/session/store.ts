// Favorites and cart of the person at this browser, stored in localStorage under `session`.

import { create } from 'zustand'
import type { Favorite, OrderItem, StoredSession } from '../api/user'
import { browserStorage } from '../lib/page/browserStorage'

/** A store with an initial state, persisted under `name` as `{ state }`; `reread` loads what another tab has stored. */
export function createStored<State extends object>(name: string, first: State) {
  const read = (): State => ({ ...first, ...browserStorage.get<{ state?: Partial<State> }>(name)?.state })
  const use = create<State>(read)
  let isRereading = false
  use.subscribe((state) => {
    if (!isRereading) browserStorage.set(name, { state, version: 0 })
  })
  const reread = () => {
    isRereading = true
    use.setState(read())
    isRereading = false
  }
  return Object.assign(use, { reread })
}

interface OwnedSession extends StoredSession {
  /** The person it belongs to; null if nobody is signed in. */
  owner: string | null
}

const nobody: OwnedSession = { owner: null, favorites: [], order: [], language: null }

export const useSession = createStored<OwnedSession>('session', nobody)

/** Assigns the session to a person; data of another person is deleted. */
export function claimSession(person: string) {
  if (useSession.getState().owner !== person) useSession.setState({ ...nobody, owner: person })
}

/** Empties the session and removes its owner. */
export const clearSession = () => useSession.setState(nobody)

/** The most copies of a line. */
export const maxQuantity = 10_000

const byTitle = (a: Favorite, b: Favorite) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' })

/** Adds a citation to the favorites, or removes it. */
export function toggleFavorite(favorite: Favorite) {
  useSession.setState(({ favorites }) => {
    const others = favorites.filter(({ id }) => id !== favorite.id)
    return { favorites: others.length < favorites.length ? others : [...others, favorite].sort(byTitle) }
  })
}

/** Adds a language version to the cart, or raises the quantity of an existing line. */
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

/** Removes a line from the cart. */
export function removeFromOrder(id: string, lang: string) {
  useSession.setState(({ order }) => ({ order: order.filter((line) => line.id !== id || line.lang !== lang) }))
}
