// The sticky bar of a long form: title, Cancel, Save, and why a save failed.
import messages from 'messages:staff/forms'
import { useConfig } from '../api/config'
import type { Problem } from '../api/problem'
import { Button } from '../components/buttons/Button'
import { Notice } from '../components/feedback/Notice'
import { staffText } from '../i18n/staffText'
import styles from './FormBar.module.css'

const t = staffText(messages)

interface Props {
  title: string
  /** The label of the button that saves. */
  saveLabel: string
  isSaving: boolean
  /** Why the last save failed. */
  problem: Problem | undefined
  /** The title of the failure, such as that nothing was saved. */
  failureTitle: string
  /** The reason of the failure; by default the problem's own text. */
  reason?: string | undefined
  onCancel: () => void
}

export function FormBar({ title, saveLabel, isSaving, problem, failureTitle, reason, onCancel }: Props) {
  const signedIn = useConfig()?.signIn.signedIn
  // When the sign-in has expired, the page itself offers to sign in again.
  const isShown = problem && !(problem.needsSignIn && !signedIn)
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        <div className={styles.buttons}>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={isSaving}>
            {saveLabel}
          </Button>
        </div>
      </div>
      {isShown && (
        <Notice kind="error" title={failureTitle}>
          {t('reasonAndInputKept', { reason: reason ?? problem.text })}
        </Notice>
      )}
    </div>
  )
}
