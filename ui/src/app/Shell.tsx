// What surrounds every page: skip link, navigation, the page itself with its error boundary, the status line. It also scrolls to
// the top and moves the focus on every change of path.
import shell from 'messages:en/shell'
import { lazy, type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useConfig } from '../api/config'
import { Notice } from '../components/Notice'
import { expectHeading } from '../components/PageHeading'
import { announce, StatusLine } from '../components/StatusLine'
import { useText } from '../i18n/useText'
import { patterns } from '../paths'
import { followOtherTabs } from '../session/otherTabs'
import { useLeaving } from '../session/signOut'
import { dismissBackgroundFailure, endSaveFailure, showSaveFailure, useBackgroundFailure } from './backgroundFailure'
import { ErrorBoundary } from './ErrorBoundary'
import { useFirstPage } from './firstPage'
import { Navigation } from './Navigation'
import { PageLoading } from './PageLoading'
import styles from './Shell.module.css'
import { SiteLanguage } from './SiteLanguage'

const Replica = lazy(() => import('./Replica'))
const SessionSync = lazy(() => import('../session/SessionSync'))

/** Moves the focus without an entry in the browser's history: Back leads to the page before, not to the top of this one. */
function skipToMain(event: MouseEvent) {
  event.preventDefault()
  const main = document.getElementById('main')
  main?.focus({ preventScroll: true })
  main?.scrollIntoView()
}

export function Shell() {
  const { pathname } = useLocation()
  const t = useText(shell)
  // The home view and the results are one page: going from one to the other leaves the focus in the search box.
  const page = pathname === patterns.search ? patterns.home : pathname
  const shownPage = useRef(page)
  const leaving = useLeaving((state) => state.leaving)
  const failure = useBackgroundFailure(({ what }) => what)
  const config = useConfig()
  const isFirstPageOpen = useFirstPage()
  if (shownPage.current !== page) {
    shownPage.current = page
    expectHeading()
  }
  // The outside world: the scroll position, and what a screen reader still had to say of the page before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each path, without using it
  useEffect(() => {
    window.scrollTo(0, 0)
    announce('')
  }, [pathname])
  // The outside world: other tabs.
  useEffect(followOtherTabs, [])
  // The outside world: the screen most people go to next is fetched while nothing else is to do.
  useEffect(() => {
    const timer = setTimeout(() => import('./CitationRoute').catch(() => null), 2_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page */}
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {t('skip')}
      </a>
      <Navigation />
      {config?.replica && (
        <Suspense>
          <Replica />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className="shell-main">
        {failure && (
          <div className={styles.failure}>
            <Notice kind="info" quiet onDismiss={dismissBackgroundFailure}>
              {t(failure === 'save' ? 'saveFailed' : 'refreshFailed')}
            </Notice>
          </div>
        )}
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageLoading />}>{leaving || isFirstPageOpen ? <PageLoading /> : <Outlet />}</Suspense>
        </ErrorBoundary>
      </main>
      <footer className={styles.footer}>
        <SiteLanguage />
      </footer>
      <StatusLine />
      {config?.signIn.signedIn && (
        <ErrorBoundary>
          <Suspense>
            <SessionSync onFailure={showSaveFailure} onSaved={endSaveFailure} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
