// Pure rules of the session: what counts as equal, and what quantities are allowed.
import type { StoredSession } from '../api/user'

/** The same favorites and the same lines, in the same order, and the same language. */
export const sameSession = (a: StoredSession, b: StoredSession) =>
  JSON.stringify([a.favorites, a.order, a.language ?? null]) ===
  JSON.stringify([b.favorites, b.order, b.language ?? null])

/** What the server has, and what was gathered here before it had answered. */
export function gathered(known: StoredSession, here: StoredSession): StoredSession {
  const favorites = here.favorites.filter(({ id }) => known.favorites.every((favorite) => favorite.id !== id))
  const order = here.order.filter(({ id, lang }) => known.order.every((line) => line.id !== id || line.lang !== lang))
  return {
    favorites: [...known.favorites, ...favorites],
    order: [...known.order, ...order],
    language: known.language ?? here.language,
  }
}

export const minQuantity = 1
export const maxQuantity = 10_000

/** A typed quantity as a number; null when it is none that can be ordered. */
export function quantityOf(typed: string): number | null {
  if (!/^\d{1,5}$/.test(typed.trim())) return null
  const quantity = Number(typed)
  return quantity >= minQuantity && quantity <= maxQuantity ? quantity : null
}
