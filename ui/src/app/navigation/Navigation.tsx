// The top bar of every page: logo, name, preferred language and navigation.

import shell from 'messages:en/shell'
import LogIn from 'lucide-react/icons/log-in'
import { Link, useLocation } from 'react-router-dom'
import { useConfig } from '../../api/config'
import { useUser } from '../../api/user'
import logo from '../../assets/logo.svg'
import { useText } from '../../i18n/useText'
import { isProbablySignedIn } from '../../lib/page/firstPaint'
import { lazyPart } from '../../lib/page/lazyPart'
import { PartBoundary } from '../../lib/page/PartBoundary'
import { helpPath, patterns, signInPath } from '../../paths'
import { expectLandingPage } from './landingPage'
import styles from './Navigation.module.css'
import { PreferredLanguage } from './PreferredLanguage'

const SignedInNavigation = lazyPart(() => import('./SignedInNavigation'))

export function Navigation() {
  const { signedIn } = useUser()
  const t = useText(shell)
  // Reserves the space of the links, so that the page below does not shift.
  const reservesSpace = useConfig() === undefined ? isProbablySignedIn : signedIn
  return (
    <header className="shell-header">
      <div className={`shell-bar ${styles.bar}`}>
        <Link to={patterns.home} className="shell-brand">
          <img src={logo} alt="" width={36} height={36} />
          <span>{t('name')}</span>
        </Link>
        <PreferredLanguage />
        {/* A page of the server's own, so a link that loads it. */}
        <a href={helpPath(useLocation())} aria-label={t('help')} title={t('help')} className={styles.help}>
          ?
        </a>
        <nav aria-label={t('main')} className={styles.nav} data-signed-in={reservesSpace || undefined}>
          {signedIn ? (
            <PartBoundary>
              <SignedInNavigation />
            </PartBoundary>
          ) : (
            <SignIn />
          )}
        </nav>
      </div>
    </header>
  )
}

/** Links to the sign-in, which returns to this page; nothing when sign-in is not configured. */
function SignIn() {
  const location = useLocation()
  const config = useConfig()
  const t = useText(shell)
  if (!config?.signIn.available) return null
  return (
    <a
      href={signInPath(location, config.signIn.url)}
      className={styles.link}
      onClick={location.pathname === patterns.home && location.search === '' ? expectLandingPage : undefined}
    >
      <LogIn aria-hidden />
      {t('signIn')}
    </a>
  )
}
