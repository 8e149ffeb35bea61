// Synchronizes favorites and cart of a signed-in person with the server. Each update includes the last synced state, so that the
// server applies only the difference, and nothing that another tab or device added is lost.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { asProblem } from '../api/problem'
import { type StoredSession, saveSession, userQuery, userRequestedAt, useUser } from '../api/user'
import { endFailure, showFailure } from '../lib/page/backgroundFailure'
import { browserStorage } from '../lib/page/browserStorage'
import { baseKey } from './person/signOut'
import { useSession } from './store'

const local = (): StoredSession => {
  const { favorites, order, language = null } = useSession.getState()
  return { favorites, order, language }
}
const isOwner = (person: string) => useSession.getState().owner === person

/** Applies the server's session, unless this browser has unsent changes. */
function receive(person: string, session: StoredSession, isSending: boolean) {
  const before = readSynced(person)
  if (before === null) {
    // First sync in this browser; something may have been added before the response.
    useSession.setState(mergeSessions(session, local()))
  } else if (!sameSession(local(), before) || isSending) {
    return
  } else if (!sameSession(local(), session)) {
    useSession.setState({ ...session, language: session.language ?? null })
  }
  storeSynced(person, session)
}

/** The body of an update; includes the language only if it was changed here. */
function toBody({ language, ...mine }: StoredSession, { language: before, ...base }: StoredSession) {
  return { ...mine, ...(language === before ? {} : { language }), base }
}

const DEBOUNCE_MS = 400
const RETRY_INTERVAL_MS = 5_000

export default function SessionSync() {
  const client = useQueryClient()
  const { user } = useUser()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sending = useRef(false)
  const person = user?.person

  // External system: the server's session.
  useEffect(() => {
    if (!user || !person || !isOwner(person)) return
    // A response requested before the last save may lack the saved changes.
    if (userRequestedAt() < lastSave(person)) void client.invalidateQueries(userQuery)
    else receive(person, user.session, sending.current)
    const send = async () => {
      const base = readSynced(person)
      const mine = local()
      if (sending.current || base === null || !isOwner(person) || sameSession(mine, base)) return
      sending.current = true
      try {
        await saveSession(toBody(mine, base))
        if (!isOwner(person)) return
        storeSynced(person, mine, Date.now())
        sending.current = false
        endFailure('save')
        // Loads the result, merged with other changes.
        await client.invalidateQueries(userQuery)
        later(DEBOUNCE_MS)
      } catch (error) {
        console.error('Favorites and cart could not be saved:', error)
        // After the sign-in has expired, the changes wait for the next one, which the page already offers.
        if (asProblem(error).needsSignIn) return
        showFailure('save')
        later(RETRY_INTERVAL_MS)
      } finally {
        sending.current = false
      }
    }
    const later = (wait: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(send, wait)
    }
    later(DEBOUNCE_MS)
    const stop = useSession.subscribe(() => later(DEBOUNCE_MS))
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [user, person, client])
  return null
}

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
function lastSave(owner: string): number {
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
