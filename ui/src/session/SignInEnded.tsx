// Shown as soon as a sign-in has ended while somebody works: the way to sign in again, always in sight, beside what was typed.
import { useLocation } from 'react-router-dom'
import { Button, buttonClass } from '../components/Button'
import { Notice } from '../components/Notice'
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
  return (
    <div className={styles.place}>
      <Notice
        kind="error"
        title="Your sign-in has ended."
        actions={
          <>
            <a href={signInPath(location)} className={buttonClass()} data-variant="primary">
              Sign in again
            </a>
            <Button onClick={discard}>Discard and leave</Button>
          </>
        }
      >
        What you typed is still here. Sign in again to continue on this page.
      </Notice>
    </div>
  )
}
