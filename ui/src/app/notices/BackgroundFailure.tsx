// One unobtrusive line above the page for each kind of failure in the background.
import shell from 'messages:en/shell'
import { Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import { dismissBackgroundFailure, endPartFailure, useBackgroundFailure } from '../../lib/page/backgroundFailure'
import styles from './BackgroundFailure.module.css'

export function BackgroundFailure() {
  const t = useText(shell)
  const { what, part } = useBackgroundFailure()
  if (!what && !part) return null
  return (
    <div className={styles.failures}>
      {part && (
        <Notice kind="info" quiet onDismiss={endPartFailure}>
          {t('partFailed')}
        </Notice>
      )}
      {what && (
        <Notice kind="info" quiet onDismiss={dismissBackgroundFailure}>
          {t(what === 'save' ? 'saveFailed' : 'refreshFailed')}
        </Notice>
      )}
    </div>
  )
}
