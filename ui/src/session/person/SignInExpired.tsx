// Shown when a sign-in has expired while somebody is working: offers to sign in again beside the input. The sign-in opens in
// another tab, because most input exists only on this page.

import parts from 'messages:en/parts'
import messages from 'messages:en/signInExpired'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { configQuery } from '../../api/config'
import { Button, buttonClass } from '../../components/buttons/Button'
import { announce, Notice } from '../../components/feedback/Notice'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { patterns, signInPath } from '../../paths'
import { startLeaving } from './leaving'
import styles from './SignInExpired.module.css'
import { forgetPerson } from './signOut'

/** The other tab shows the home page: this page, with its draft if it has one, must not be open twice. */
const href = signInPath({ pathname: patterns.home, search: '', hash: '' })

/** Removes the person's data from the browser, for a shared computer. */
function discard() {
  forgetPerson()
  startLeaving()
  window.location.assign(patterns.home)
}

export function SignInExpired() {
  const t = useText(messages)
  const newTab = useText(parts)('newTab')
  const place = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  // External system: the other tab. When this one is shown again, somebody may have signed in.
  useEffect(() => {
    const check = async () => {
      if (document.hidden) return
      const hadFocus = place.current?.contains(document.activeElement)
      const surroundings = place.current?.closest<HTMLElement>('[role$="dialog"], main')
      await client.refetchQueries(configQuery)
      if (!client.getQueryData(configQuery.queryKey)?.signIn.signedIn) return
      announce(t('signedInAgain'))
      // This notice is removed with the focus.
      if (hadFocus) surroundings?.focus({ preventScroll: true })
    }
    window.addEventListener('focus', check)
    window.addEventListener('visibilitychange', check)
    return () => {
      window.removeEventListener('focus', check)
      window.removeEventListener('visibilitychange', check)
    }
  }, [client, t])
  return (
    <div ref={place} className={styles.place}>
      <Notice
        kind="error"
        title={t('title')}
        actions={
          <>
            <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass()} data-variant="primary">
              <span>
                {t('signInAgain')}
                <VisuallyHidden>{` ${newTab}`}</VisuallyHidden>
              </span>
            </a>
            <Button onClick={discard}>{t('discard')}</Button>
          </>
        }
      >
        {t('hint')}
      </Notice>
    </div>
  )
}
