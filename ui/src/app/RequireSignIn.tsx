// Guards of routes: sign in first; be an administrator, or go home. The server checks the same on every call.
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useConfig } from '../api/config'
import { useUser } from '../api/user'
import { signInPath } from '../paths'
import { NotFound } from './NotFound'
import { PageLoading } from './PageLoading'

/** Sends visitors to sign in and back here afterwards; a loading view shows meanwhile. */
export function RequireSignIn() {
  const location = useLocation()
  const config = useConfig()
  const away = config?.signIn.available === true && !config.signIn.signedIn
  // The outside world: the browser leaves for the sign-in.
  useEffect(() => {
    if (away) window.location.replace(signInPath(location))
  }, [away, location])
  if (config === undefined || away) return <PageLoading />
  return config.signIn.signedIn ? <Outlet /> : <NotFound />
}

/** Sends everybody but administrators home. */
export function RequireAdmin() {
  const { known, isAdmin } = useUser()
  if (!known) return <PageLoading />
  return isAdmin ? <Outlet /> : <Navigate to="/" replace />
}
