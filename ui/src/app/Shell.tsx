// The frame of every page: skip link, navigation, error boundary, status line. Scrolls to the top and moves the focus whenever
// the path changes.
import shell from 'messages:en/shell'
import { type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useConfig } from '../api/config'
import { announce, DialogNotice, StatusLine } from '../components/feedback/Notice'
import { useHeadingFocus } from '../components/page/PageHeading'
import { useText } from '../i18n/useText'
import { endFailure } from '../lib/page/backgroundFailure'
import { ErrorBoundary, lazyPart, PartBoundary } from '../lib/page/lazyPart'
import { followNavigation } from '../lib/pageHistory'
import { patterns } from '../paths'
import { followOtherTabs } from '../session/otherTabs'
import { useLeaving } from '../session/person/leaving'
import { useLandingPage } from './navigation/landingPage'
import { Navigation } from './navigation/Navigation'
import { SiteLanguage } from './navigation/SiteLanguage'
import { BackgroundFailure, ForeignResponse, screenFailure } from './notices/ScreenFailure'
import { PageLoading } from './PageLoading'
import styles from './Shell.module.css'

const Replica = lazyPart(() => import('./notices/Replica'))
const Welcome = lazyPart(() => import('./notices/Welcome'))
const SessionSync = lazyPart(() => import('../session/SessionSync'))

/** Moves the focus without adding a history entry, so that Back leads to the previous page. */
function skipToMain(event: MouseEvent) {
  event.preventDefault()
  const main = document.getElementById('main')
  main?.focus({ preventScroll: true })
  main?.scrollIntoView()
}

export function Shell() {
  const { pathname } = useLocation()
  const t = useText(shell)
  // Home view and results are one page: changing between them leaves the focus in the search box.
  useHeadingFocus(pathname === patterns.search ? patterns.home : pathname)
  const leaving = useLeaving((state) => state.leaving)
  const config = useConfig()
  const isLandingPagePending = useLandingPage()
  const scrolledPath = useRef(pathname)
  // External system: the scroll position.
  useEffect(() => {
    // The first screen keeps the scroll position of the page that it replaces.
    if (scrolledPath.current === pathname) return
    scrolledPath.current = pathname
    window.scrollTo(0, 0)
    endFailure('part')
  }, [pathname])
  // External system: the history. A navigation clears what was announced before it.
  useEffect(() => followNavigation(() => scrolledPath.current !== window.location.pathname && announce('')), [])
  // External system: other tabs.
  useEffect(followOtherTabs, [])
  // External system: the network, which prefetches the screen that most people open next.
  useEffect(() => {
    const timer = setTimeout(() => import('./CitationRoute').catch(() => null), 2_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <DialogNotice value={<ForeignResponse inDialog />}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page */}
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {t('skip')}
      </a>
      <Navigation />
      <PartBoundary>{config?.replica && <Replica />}</PartBoundary>
      <main id="main" tabIndex={-1} className="shell-main">
        <BackgroundFailure />
        <ErrorBoundary resetKey={pathname} fallback={screenFailure}>
          <Suspense fallback={<PageLoading />}>
            {leaving || isLandingPagePending ? <PageLoading /> : <Outlet />}
          </Suspense>
        </ErrorBoundary>
      </main>
      {/* Below the page, which so does not move when it comes. */}
      <PartBoundary silent>{config?.signIn.signedIn && <Welcome />}</PartBoundary>
      <footer className={styles.footer}>
        <SiteLanguage />
      </footer>
      <StatusLine />
      <ForeignResponse />
      <PartBoundary>{config?.signIn.signedIn && <SessionSync />}</PartBoundary>
    </DialogNotice>
  )
}
