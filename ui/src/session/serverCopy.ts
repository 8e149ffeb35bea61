// What the server last had of favorites and order list, kept beside the session so that only the difference is sent.
import type { StoredSession } from '../api/user'
import { baseKey } from './signOut'

interface ServerCopy extends StoredSession {
  /** Whose it is. */
  owner: string
  /** When a save of any tab was last acknowledged, in ms. */
  savedAt?: number
}

const read = (): ServerCopy | null => {
  try {
    return JSON.parse(localStorage.getItem(baseKey) ?? 'null') as ServerCopy | null
  } catch {
    return null
  }
}

/** What the server last had of this person; null when this browser does not know. */
export function readServerCopy(owner: string): StoredSession | null {
  const copy = read()
  return copy?.owner === owner
    ? { favorites: copy.favorites, order: copy.order, language: copy.language ?? null }
    : null
}

/** When this person's session was last saved by a tab of this browser, in ms; a moment to come (the clock was moved) counts for nothing. */
export function lastSave(owner: string): number {
  const copy = read()
  const savedAt = (copy?.owner === owner && copy.savedAt) || 0
  return savedAt <= Date.now() ? savedAt : 0
}

/** Notes what the server has, as it said when it was asked or, at `savedAt`, as it acknowledged. */
export function keepServerCopy(
  owner: string,
  { favorites, order, language = null }: StoredSession,
  savedAt = lastSave(owner),
) {
  const copy: ServerCopy = { owner, favorites, order, language, savedAt }
  localStorage.setItem(baseKey, JSON.stringify(copy))
}
