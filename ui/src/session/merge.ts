// Pure functions for the session: comparison, merge, and valid quantities.
import type { StoredSession } from '../api/user'
import { wholeNumber } from '../lib/text/wholeNumber'

/** Whether favorites, cart lines, their order, and the language are equal. */
export const sameSession = (a: StoredSession, b: StoredSession) =>
  JSON.stringify([a.favorites, a.order, a.language ?? null]) ===
  JSON.stringify([b.favorites, b.order, b.language ?? null])

/** The server's session plus what was added here before its response. */
export function mergeSessions(known: StoredSession, here: StoredSession): StoredSession {
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

/** Parses a typed quantity; null if it is invalid. */
export const parseQuantity = (typed: string) => wholeNumber(typed, minQuantity, maxQuantity)
