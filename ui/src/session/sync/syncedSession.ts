// The session as last synced with the server, stored beside the session so that only the difference is sent.
import type { StoredSession } from '../../api/user'
import { browserStorage } from '../../lib/page/browserStorage'
import { baseKey } from '../person/signOut'

interface SyncedSession extends StoredSession {
  /** The person it belongs to. */
  owner: string
  /** When a save of any tab was last acknowledged, in ms. */
  savedAt?: number
}

const read = () => browserStorage.get<SyncedSession>(baseKey)

/** The last synced session of a person; null if this browser has none. */
export function readSynced(owner: string): StoredSession | null {
  const synced = read()
  return synced?.owner === owner
    ? { favorites: synced.favorites, order: synced.order, language: synced.language ?? null }
    : null
}

/** When a tab of this browser last saved the person's session, in ms; a time in the future (the clock was changed) is ignored. */
export function lastSave(owner: string): number {
  const synced = read()
  const savedAt = (synced?.owner === owner && synced.savedAt) || 0
  return savedAt <= Date.now() ? savedAt : 0
}

/** Stores the server's session: from a response, or at `savedAt` from an acknowledged save. */
export function storeSynced(
  owner: string,
  { favorites, order, language = null }: StoredSession,
  savedAt = lastSave(owner),
) {
  const synced: SyncedSession = { owner, favorites, order, language, savedAt }
  browserStorage.set(baseKey, synced)
}
