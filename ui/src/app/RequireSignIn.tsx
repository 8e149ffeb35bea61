// Guards of routes: sign in first; have the right, or go home. The server checks the same on every call.

import shell from 'messages:en/shell'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { configQuery } from '../api/config'
import { asProblem } from '../api/problem'
import type { Right } from '../api/rights'
import { useUser } from '../api/user'
import { LoadingFailure } from '../components/LoadingFailure'
import { useText } from '../i18n/useText'
import { patterns, signInPath } from '../paths'
import { SignInEnded } from '../session/SignInEnded'
import { NotFound } from './NotFound'
import { PageLoading } from './PageLoading'

/** Stands where a page will be, when nobody knows yet who may see it. */
function PageFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText(shell)
  const problem =
    asProblem(error).status === 0
      ? { title: t('unreachable'), detail: t('checkConnection') }
      : { title: t('serverFault'), detail: t('tryLater') }
  return <LoadingFailure heading={t('pageNotLoaded')} problem={problem} onRetry={onRetry} />
}

/**
 * Sends visitors to sign in and back here afterwards; a loading view shows meanwhile. When a sign-in ends while somebody is
 * working, the page stays with everything typed, and offers to sign in again.
 */
export function RequireSignIn({ children = <Outlet /> }: { children?: ReactNode }) {
  const location = useLocation()
  const client = useQueryClient()
  const { data: config, error, refetch } = useQuery(configQuery)
  const wasSignedIn = useRef(false)
  if (config?.signIn.signedIn) wasSignedIn.current = true
  const away = config?.signIn.available === true && !config.signIn.signedIn
  const ended = away && wasSignedIn.current
  const signInUrl = config?.signIn.url
  // The outside world: the browser leaves for the sign-in.
  useEffect(() => {
    if (away && !ended) window.location.replace(signInPath(location, signInUrl))
  }, [away, ended, location, signInUrl])
  // The outside world: somebody comes back from signing in again in another tab.
  useEffect(() => {
    if (!ended) return
    const askAgain = () => void client.invalidateQueries(configQuery)
    window.addEventListener('focus', askAgain)
    return () => window.removeEventListener('focus', askAgain)
  }, [ended, client])
  if (config === undefined && error) return <PageFailure error={error} onRetry={() => void refetch()} />
  if (config === undefined || (away && !ended)) return <PageLoading />
  if (!config.signIn.signedIn && !ended) return <NotFound />
  // The page keeps its place, and with it what was typed, when the sign-in ends.
  return (
    <>
      {children}
      {/* A replica that answers for its primary says so itself. */}
      {ended && !config.replica && <SignInEnded />}
    </>
  )
}

/** Sends whoever lacks the right home, or to the page that has what they may see. A right that ends while somebody is working leaves the page, with what was typed. */
export function RequireRight({ right, otherwise = patterns.home }: { right: Right; otherwise?: string }) {
  const { known, may, failure, retry } = useUser()
  const had = useRef(false)
  if (may(right)) had.current = true
  if (had.current) return <Outlet />
  if (failure) return <PageFailure error={failure} onRetry={retry} />
  return known ? <Navigate to={otherwise} replace /> : <PageLoading />
}
