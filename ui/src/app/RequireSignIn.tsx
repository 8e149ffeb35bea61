// Guards of routes: sign in first; be an administrator, or go home. The server checks the same on every call.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { configQuery, useConfig } from '../api/config'
import { useUser } from '../api/user'
import { Notice } from '../components/Notice'
import { signInPath } from '../paths'
import { NotFound } from './NotFound'
import { PageLoading } from './PageLoading'

/**
 * Sends visitors to sign in and back here afterwards; a loading view shows meanwhile. When a sign-in ends while somebody is
 * working, the page stays with everything typed, and says so.
 */
export function RequireSignIn() {
  const location = useLocation()
  const client = useQueryClient()
  const config = useConfig()
  const wasSignedIn = useRef(false)
  if (config?.signIn.signedIn) wasSignedIn.current = true
  const away = config?.signIn.available === true && !config.signIn.signedIn
  const ended = away && wasSignedIn.current
  // The outside world: the browser leaves for the sign-in.
  useEffect(() => {
    if (away && !ended) window.location.replace(signInPath(location))
  }, [away, ended, location])
  // The outside world: somebody comes back from signing in again in another tab.
  useEffect(() => {
    if (!ended) return
    const look = () => void client.invalidateQueries(configQuery)
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [ended, client])
  if (config === undefined || (away && !ended)) return <PageLoading />
  if (ended) {
    return (
      <>
        <Notice
          kind="error"
          title="Your sign-in has ended."
          actions={
            <a href={signInPath(location)} target="_blank" rel="noopener">
              Sign in again (opens in a new tab)
            </a>
          }
        >
          What you typed is still here. Sign in again, then come back to this tab.
        </Notice>
        <Outlet />
      </>
    )
  }
  return config.signIn.signedIn ? <Outlet /> : <NotFound />
}

/** Sends everybody but administrators home. */
export function RequireAdmin() {
  const { known, isAdmin } = useUser()
  const wasAdmin = useRef(false)
  if (isAdmin) wasAdmin.current = true
  if (!known) return <PageLoading />
  return isAdmin || wasAdmin.current ? <Outlet /> : <Navigate to="/" replace />
}
