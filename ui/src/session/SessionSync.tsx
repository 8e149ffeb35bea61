// Keeps favorites and order list in step with the server and with other tabs. What is sent goes with what the server last had, so
// that the server applies the difference only: nobody drops what another tab or device added.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/client'
import { type Config, useConfig } from '../api/config'
import { type StoredSession, userQuery, useUser } from '../api/user'
import { gathered, sameSession } from './merge'
import { baseKey, forgetSession, isSignOut } from './signOut'
import { useSession } from './store'

/** What the server last had, and whose it is. */
interface Base extends StoredSession {
  owner: string
}

function readBase(): Base | null {
  try {
    return JSON.parse(localStorage.getItem(baseKey) ?? 'null') as Base | null
  } catch {
    return null
  }
}

const local = (): StoredSession => {
  const { favorites, order } = useSession.getState()
  return { favorites, order }
}

/** Another tab signs out: goes home as soon as the server has done so, which may be after we hear of it. */
async function leaveOnceSignedOut() {
  for (let n = 0; n < mostLooks; n++) {
    const config = await call<Config>('/config').catch(() => null)
    if (config?.signIn.signedIn === false) {
      window.location.assign('/')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

const lookAgainMs = 250
const mostLooks = 40
const debounceMs = 400
const retryMs = 5_000

/** `onFailure` hears of a save that did not work; it is tried again. */
export function SessionSync({ onFailure }: { onFailure: () => void }) {
  const client = useQueryClient()
  const config = useConfig()
  const { user } = useUser()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sending = useRef(false)
  const signedOut = config !== undefined && !config.signIn.signedIn
  const owner = user?.profile.email ?? ''

  // The outside world: what other tabs put into the storage.
  useEffect(() => {
    const heard = (event: StorageEvent) => {
      if (isSignOut(event)) void leaveOnceSignedOut()
      else if (event.key === 'session') void useSession.persist.rehydrate()
    }
    window.addEventListener('storage', heard)
    return () => window.removeEventListener('storage', heard)
  }, [])

  // The outside world: the storage of somebody who is no longer signed in.
  useEffect(() => {
    if (signedOut && readBase() !== null) forgetSession()
  }, [signedOut])

  // The outside world: the server's session.
  useEffect(() => {
    if (!user) return
    const remember = (session: StoredSession) =>
      localStorage.setItem(
        baseKey,
        JSON.stringify({ owner, favorites: session.favorites, order: session.order } satisfies Base),
      )
    const base = readBase()
    if (base === null) {
      // First time in this browser; somebody quick may have gathered something before the server answered.
      useSession.setState(gathered(user.session, local()))
      remember(user.session)
    } else if (base.owner !== owner) {
      // Somebody else's: the server's session is the one that counts.
      useSession.setState(user.session)
      remember(user.session)
    } else if (sameSession(local(), base) && !sending.current) {
      if (!sameSession(local(), user.session)) useSession.setState(user.session)
      remember(user.session)
    }
    const send = async () => {
      const known = readBase()
      const mine = local()
      if (sending.current || known === null || sameSession(mine, known)) return
      sending.current = true
      try {
        await call('/user/session', {
          method: 'POST',
          body: { ...mine, base: { favorites: known.favorites, order: known.order } },
        })
        remember(mine)
        sending.current = false
        // Merged with what others did meanwhile.
        await client.invalidateQueries(userQuery)
        later(debounceMs)
      } catch (error) {
        sending.current = false
        console.error('Favorites and order list could not be saved:', error)
        onFailure()
        later(retryMs)
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
  }, [user, owner, client, onFailure])
  return null
}
