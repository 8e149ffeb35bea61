// What surrounds every page: skip link, navigation, the page itself with its error boundary, the status line. It also scrolls to
// the top and moves the focus on every change of path.
import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Notice } from '../components/Notice'
import { expectHeading } from '../components/PageHeading'
import { announce, StatusLine } from '../components/StatusLine'
import { dismissBackgroundFailure, useBackgroundFailure } from './backgroundFailure'
import { ErrorBoundary } from './ErrorBoundary'
import { Navigation } from './Navigation'
import { PageLoading } from './PageLoading'
import styles from './Shell.module.css'

export function Shell() {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  const refreshFailed = useBackgroundFailure(({ shown }) => shown)
  if (shownPath.current !== pathname) {
    shownPath.current = pathname
    expectHeading()
  }
  // The outside world: the scroll position, and what a screen reader still had to say of the page before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each path, without using it
  useEffect(() => {
    window.scrollTo(0, 0)
    announce('')
  }, [pathname])
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <Navigation />
      <main id="main" tabIndex={-1} className={styles.main}>
        {refreshFailed && (
          <div className={styles.failure}>
            <Notice kind="info" quiet onDismiss={dismissBackgroundFailure}>
              Could not refresh just now. What you see may be a little old.
            </Notice>
          </div>
        )}
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <StatusLine />
    </>
  )
}
