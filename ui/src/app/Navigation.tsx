// The top of every page: logo and name, and what the person may go to.

import shell from 'messages:en/shell'
import LogIn from 'lucide-react/icons/log-in'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useConfig } from '../api/config'
import { useUser } from '../api/user'
import logo from '../assets/logo.svg'
import { useText } from '../i18n/useText'
import { isProbablySignedIn } from '../lib/firstPaint'
import { patterns, signInPath } from '../paths'
import { expectFirstPage } from './firstPage'
import styles from './Navigation.module.css'
import { ReaderLanguage } from './ReaderLanguage'

const SignedInNavigation = lazy(() => import('./SignedInNavigation'))

export function Navigation() {
  const { signedIn } = useUser()
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
            <Suspense>
              <SignedInNavigation />
            </Suspense>
          ) : (
            <SignIn />
          )}
        </nav>
      </div>
    </header>
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
