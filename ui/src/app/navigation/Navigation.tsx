// The top bar of every page: logo, name, preferred language and navigation.

import preferredLanguage from 'messages:en/preferredLanguage'
import shell from 'messages:en/shell'
import Languages from 'lucide-react/icons/languages'
import LogIn from 'lucide-react/icons/log-in'
import { Link, useLocation } from 'react-router-dom'
import { useConfig } from '../../api/config'
import { useUser } from '../../api/user'
import logo from '../../assets/logo.svg'
import { buttonClass } from '../../components/buttons/Button'
import { LazyDialog } from '../../components/page/DialogButton'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { isProbablySignedIn } from '../../lib/page/firstPaint'
import { lazyPart, PartBoundary } from '../../lib/page/lazyPart'
import { OwnName } from '../../parts/language/LanguageName'
import { helpPath, patterns, signInPath } from '../../paths'
import {
  closeLanguagePicker,
  openLanguagePicker,
  useLanguagePicker,
  usePreferredLanguage,
} from '../../session/preferredLanguage'
import { expectLandingPage } from './landingPage'
import styles from './Navigation.module.css'

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

const LanguagePicker = lazyPart(() => import('./LanguagePicker'))

/** The control of the preferred language in the top bar; it opens the language picker. */
function PreferredLanguage() {
  const t = useText(preferredLanguage)
  const chosen = usePreferredLanguage()
  const open = useLanguagePicker((picker) => picker.open)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonClass(styles.preferredLanguage)}
        data-variant={chosen ? 'soft' : 'quiet'}
        onClick={openLanguagePicker}
      >
        <Languages aria-hidden />
        {chosen ? (
          <span>
            <VisuallyHidden>{`${t('control')}: `}</VisuallyHidden>
            <OwnName language={chosen} />
          </span>
        ) : (
          <span>{t('control')}</span>
        )}
      </button>
      <LazyDialog open={open} onFailed={closeLanguagePicker}>
        {(unmount) => <LanguagePicker open={open} onClose={closeLanguagePicker} onClosed={unmount} />}
      </LazyDialog>
    </>
  )
}
