// The top of every page: logo and name, and what the person may go to.

import shell from 'messages:en/shell'
import { useQuery } from '@tanstack/react-query'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import MenuIcon from 'lucide-react/icons/menu'
import SearchIcon from 'lucide-react/icons/search'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useConfig } from '../api/config'
import { sentOrdersQuery } from '../api/orders'
import type { Right } from '../api/rights'
import { useUser } from '../api/user'
import logo from '../assets/logo.svg'
import { Button } from '../components/Button'
import { VisuallyHidden } from '../components/VisuallyHidden'
import { useText } from '../i18n/useText'
import { isProbablySignedIn } from '../lib/firstPaint'
import { patterns, signInPath, signOutPath } from '../paths'
import { announceSignOut } from '../session/signOut'
import { useSession } from '../session/store'
import { expectFirstPage } from './firstPage'
import styles from './Navigation.module.css'
import { ReaderLanguage } from './ReaderLanguage'

const AdminMenu = lazy(() => import('./AdminMenu'))

export function Navigation() {
  const { signedIn, may } = useUser()
  const t = useText(shell)
  // Keeps the room that the links will take, so that the page below does not jump.
  const hasRoom = useConfig() === undefined ? isProbablySignedIn : signedIn
  return (
    <header className="shell-header">
      <div className={`shell-bar ${styles.bar}`}>
        <Link to={patterns.home} className="shell-brand">
          <img src={logo} alt="" width={36} height={36} />
          <span>{t('name')}</span>
        </Link>
        <ReaderLanguage />
        <nav aria-label={t('main')} className={styles.nav} data-signed-in={hasRoom || undefined}>
          {signedIn ? (
            <Foldable isCrowded={may('workOnOrders') || may('manageCatalogue')}>
              <SignedInLinks may={may} />
            </Foldable>
          ) : (
            <SignIn />
          )}
        </nav>
      </div>
    </header>
  )
}

/**
 * On a phone some words of many (`isCrowded`) become signs. In a very narrow window, and in one that is small both ways as at
 * 400 % zoom, the links fold behind a button: the page needs the room.
 */
function Foldable({ isCrowded, children }: { isCrowded: boolean; children: ReactNode }) {
  const t = useText(shell)
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  if (shownPath.current !== pathname) {
    shownPath.current = pathname
    if (open) setOpen(false)
  }
  return (
    <>
      <Button
        variant="quiet"
        className={styles.fold}
        icon={<MenuIcon aria-hidden />}
        aria-expanded={open}
        aria-controls="main-links"
        onClick={() => setOpen(!open)}
      >
        {t('menu')}
      </Button>
      <div id="main-links" className={styles.links} data-open={open || undefined} data-crowded={isCrowded || undefined}>
        {children}
      </div>
    </>
  )
}

function SignedInLinks({ may }: { may: (right: Right) => boolean }) {
  const t = useText(shell)
  const items = useSession(({ order }) => order.length)
  return (
    <>
      <PageLink to={patterns.home}>
        <SearchIcon aria-hidden className={styles.sign} />
        <span className={styles.word}>{t('search')}</span>
      </PageLink>
      <PageLink to={patterns.order}>{t('order', { count: items })}</PageLink>
      <MyOrdersLink />
      {/* Administrators find it in their menu. */}
      {may('workOnOrders') && !may('manageCatalogue') && <PageLink to={patterns.orders}>{t('copyCenter')}</PageLink>}
      {may('manageCatalogue') && (
        <Suspense fallback={<span className={styles.link}>{t('adminTools')}</span>}>
          <AdminMenu />
        </Suspense>
      )}
      <form method="post" action={signOutPath} onSubmit={announceSignOut}>
        <Button type="submit" variant="quiet" icon={<LogOut aria-hidden className={styles.sign} />}>
          <span className={styles.word}>{t('signOut')}</span>
        </Button>
      </form>
    </>
  )
}

/** The person's orders, with how many of them have a question that waits for an answer. */
function MyOrdersLink() {
  const t = useText(shell)
  const orders = useQuery(sentOrdersQuery).data ?? []
  const count = orders.filter(({ state }) => state === 'waiting').length
  return (
    <PageLink to={patterns.myOrders}>
      {t('myOrders')}
      {count > 0 && (
        <span className={styles.mark}>
          <span aria-hidden>{count}</span>
          <VisuallyHidden>{t('openQuestions', { count })}</VisuallyHidden>
        </span>
      )}
    </PageLink>
  )
}

/** A link to a page, marked while this page or one below it is shown. */
function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const isShown = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <Link to={to} className={styles.link} aria-current={isShown ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** Leads to the sign-in and back; nothing while it is not set up. */
function SignIn() {
  const location = useLocation()
  const config = useConfig()
  const t = useText(shell)
  if (!config?.signIn.available) return null
  return (
    <a
      href={signInPath(location, config.signIn.url)}
      className={styles.link}
      onClick={location.pathname === patterns.home && location.search === '' ? expectFirstPage : undefined}
    >
      <LogIn aria-hidden />
      {t('signIn')}
    </a>
  )
}
