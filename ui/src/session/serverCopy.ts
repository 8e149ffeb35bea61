// What the server last had of favorites and order list, kept beside the session so that only the difference is sent.
import type { StoredSession } from '../api/user'
import { baseKey } from './signOut'

interface ServerCopy extends StoredSession {
  /** Whose it is. */
  owner: string
}

/** What the server last had of this person; null when this browser does not know. */
export function readServerCopy(owner: string): StoredSession | null {
  try {
    const copy = JSON.parse(localStorage.getItem(baseKey) ?? 'null') as ServerCopy | null
    return copy?.owner === owner
      ? { favorites: copy.favorites, order: copy.order, language: copy.language ?? null }
      : null
  } catch {
    return null
  }
}

/** Notes what the server has. */
export function keepServerCopy(owner: string, { favorites, order, language = null }: StoredSession) {
  localStorage.setItem(baseKey, JSON.stringify({ owner, favorites, order, language } satisfies ServerCopy))
}
