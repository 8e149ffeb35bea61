// The wrappers of protected routes and of staff screens, in one script that is loaded with the first of these screens.
import shell from 'messages:en/shell'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { configQuery } from '../api/config'
import { asProblem } from '../api/problem'
import { type Right, useUser } from '../api/user'
import { LoadingFailure } from '../components/feedback/LoadingFailure'
import { DialogNotice } from '../components/feedback/Notice'
import { EnglishOnly, useLangAttribute, useText } from '../i18n/useText'
import { patterns, signInPath } from '../paths'
import { SignInExpired } from '../session/person/SignInExpired'
import { NotFound } from './NotFound'
import { PageLoading } from './PageLoading'
import styles from './ProtectedRoutes.module.css'

/** Shown when it cannot be determined whether the person may see the page. */
function PageFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText(shell)
  const problem =
    asProblem(error).status === 0
      ? { title: t('unreachable'), detail: t('checkConnection') }
      : { title: t('serverError'), detail: t('tryLater') }
  return <LoadingFailure heading={t('pageNotLoaded')} problem={problem} onRetry={onRetry} />
}

/**
 * Redirects visitors to the sign-in, which returns here; meanwhile a loading view is shown. When a sign-in expires while
 * somebody is working, the page stays with its input, and offers to sign in again.
 */
export function RequireSignIn({ children = <Outlet /> }: { children?: ReactNode }) {
  const location = useLocation()
  const { data: config, error, refetch } = useQuery(configQuery)
  const outerNotice = use(DialogNotice)
  const wasSignedIn = useRef(false)
  if (config?.signIn.signedIn) wasSignedIn.current = true
  const isSignedOut = config?.signIn.available === true && !config.signIn.signedIn
  const hasExpired = isSignedOut && wasSignedIn.current
  const signInUrl = config?.signIn.url
  // External system: the browser, which navigates to the sign-in.
  useEffect(() => {
    if (isSignedOut && !hasExpired) window.location.replace(signInPath(location, signInUrl))
  }, [isSignedOut, hasExpired, location, signInUrl])
  if (config === undefined && error) return <PageFailure error={error} onRetry={() => void refetch()} />
  if (config === undefined || (isSignedOut && !hasExpired)) return <PageLoading />
  if (!config.signIn.signedIn && !hasExpired) return <NotFound />
  // A replica shows its own notice.
  const notice = hasExpired && !config.replica && <SignInExpired />
  const dialogNotice = (
    <>
      {outerNotice}
      {notice}
    </>
  )
  // The page stays mounted with its input when the sign-in expires.
  return (
    <DialogNotice value={dialogNotice}>
      {children}
      {notice}
    </DialogNotice>
  )
}

/**
 * Redirects anyone who lacks the right to `fallback`. When a right is revoked while somebody is working, the page stays with
 * its input.
 */
export function RequireRight({ right, fallback = patterns.home }: { right: Right; fallback?: string }) {
  const { known, may, failure, retry } = useUser()
  const hadRight = useRef(false)
  if (may(right)) hadRight.current = true
  if (hadRight.current) return <Outlet />
  if (failure) return <PageFailure error={failure} onRetry={retry} />
  return known ? <Navigate to={fallback} replace /> : <PageLoading />
}

/** Wraps the staff screens, which are in English regardless of the screen language. */
export function StaffScreens({ children = <Outlet /> }: { children?: ReactNode }) {
  const lang = useLangAttribute()('en')
  return (
    <EnglishOnly value={true}>
      <div lang={lang} dir={lang && 'ltr'} className={styles.screens}>
        {children}
      </div>
    </EnglishOnly>
  )
}
