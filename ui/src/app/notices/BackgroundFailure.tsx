// The unobtrusive line above the page about what failed in the background.
import shell from 'messages:en/shell'
import { Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import { endFailure, useBackgroundFailure } from '../../lib/page/backgroundFailure'
import styles from './BackgroundFailure.module.css'

const texts = { part: 'partFailed', save: 'saveFailed', refresh: 'refreshFailed' } as const

export function BackgroundFailure() {
  const t = useText(shell)
  const { kind } = useBackgroundFailure()
  if (!kind) return null
  return (
    <div className={styles.failure}>
      <Notice kind="info" quiet onDismiss={() => endFailure(kind)}>
        {t(texts[kind])}
      </Notice>
    </div>
  )
}
