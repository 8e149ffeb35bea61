// Keeps favorites and order list of somebody who is signed in the same as on the server. What is sent goes with what the server last had, so
// that the server applies the difference only: nobody drops what another tab or device added.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/client'
import { asProblem } from '../api/problem'
import { type StoredSession, userAskedAt, userQuery, useUser } from '../api/user'
import { gathered, sameSession } from './merge'
import { keepServerCopy, lastSave, readServerCopy } from './serverCopy'
import { useSession } from './store'

const local = (): StoredSession => {
  const { favorites, order, language = null } = useSession.getState()
  return { favorites, order, language }
}
const isOwner = (person: string) => useSession.getState().owner === person

/** Takes over what the server has, unless this browser has changes that were not sent yet. */
function receive(person: string, session: StoredSession, isSending: boolean) {
  const before = readServerCopy(person)
  if (before === null) {
    // First time in this browser; somebody quick may have gathered something before the server answered.
    useSession.setState(gathered(session, local()))
  } else if (!sameSession(local(), before) || isSending) {
    return
  } else if (!sameSession(local(), session)) {
    useSession.setState({ ...session, language: session.language ?? null })
  }
  keepServerCopy(person, session)
}

/** What is sent: the language only when it was changed here. */
function bodyOf({ language, ...mine }: StoredSession, { language: before, ...base }: StoredSession) {
  return { ...mine, ...(language === before ? {} : { language }), base }
}

const debounceMs = 400
const retryMs = 5_000

interface Props {
  /** Called when a save did not work; it is tried again. */
  onFailure: () => void
  /** Called when a save has worked. */
  onSaved: () => void
}

export default function SessionSync({ onFailure, onSaved }: Props) {
  const client = useQueryClient()
  const { user } = useUser()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sending = useRef(false)
  const person = user?.person

  // The outside world: the server's session.
  useEffect(() => {
    if (!user || !person || !isOwner(person)) return
    // What was asked for before a tab saved may lack what it saved.
    if (userAskedAt() < lastSave(person)) void client.invalidateQueries(userQuery)
    else receive(person, user.session, sending.current)
    const send = async () => {
      const base = readServerCopy(person)
      const mine = local()
      if (sending.current || base === null || !isOwner(person) || sameSession(mine, base)) return
      sending.current = true
      try {
        await call('/user/session', { method: 'POST', body: bodyOf(mine, base) })
        if (!isOwner(person)) return
        keepServerCopy(person, mine, Date.now())
        sending.current = false
        onSaved()
        // Merged with what others did meanwhile.
        await client.invalidateQueries(userQuery)
        later(debounceMs)
      } catch (error) {
        console.error('Favorites and order list could not be saved:', error)
        // After the end of a sign-in it waits for the next one; whoever works here is asked to sign in already.
        if (asProblem(error).needsSignIn) return
        onFailure()
        later(retryMs)
      } finally {
        sending.current = false
      }
    }
    const later = (wait: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(send, wait)
    }
    later(debounceMs)
    const stop = useSession.subscribe(() => later(debounceMs))
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [user, person, client, onFailure, onSaved])
  return null
}
