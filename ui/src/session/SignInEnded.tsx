// Shown as soon as a sign-in has ended while somebody works: the way to sign in again, always in sight, beside what was typed.
import session from 'messages:en/session'
import { useLocation } from 'react-router-dom'
import { Button, buttonClass } from '../components/Button'
import { Notice } from '../components/Notice'
import { useText } from '../i18n/useText'
import { patterns, signInPath } from '../paths'
import styles from './SignInEnded.module.css'
import { forgetPerson, startLeaving } from './signOut'

/** For those who are done here, on a computer that others use: nothing of them stays in the browser. */
function discard() {
  forgetPerson()
  startLeaving()
  window.location.assign(patterns.home)
}

export function SignInEnded() {
  const location = useLocation()
  const t = useText(session)
  return (
    <div className={styles.place}>
      <Notice
        kind="error"
        title={t('signInEnded')}
        actions={
          <>
            <a href={signInPath(location)} className={buttonClass()} data-variant="primary">
              {t('signInAgain')}
            </a>
            <Button onClick={discard}>{t('discard')}</Button>
          </>
        }
      >
        {t('signInEndedHint')}
      </Notice>
    </div>
  )
}
