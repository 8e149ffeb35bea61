// Shown when a sign-in has expired while somebody is working: offers to sign in again beside the input.
import session from 'messages:en/session'
import { useLocation } from 'react-router-dom'
import { Button, buttonClass } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import { patterns, signInPath } from '../../paths'
import { startLeaving } from './leaving'
import styles from './SignInExpired.module.css'
import { forgetPerson } from './signOut'

/** Removes the person's data from the browser, for a shared computer. */
function discard() {
  forgetPerson()
  startLeaving()
  window.location.assign(patterns.home)
}

export function SignInExpired() {
  const location = useLocation()
  const t = useText(session)
  return (
    <div className={styles.place}>
      <Notice
        kind="error"
        title={t('signInExpired')}
        actions={
          <>
            <a href={signInPath(location)} className={buttonClass()} data-variant="primary">
              {t('signInAgain')}
            </a>
            <Button onClick={discard}>{t('discard')}</Button>
          </>
        }
      >
        {t('signInExpiredHint')}
      </Notice>
    </div>
  )
}
