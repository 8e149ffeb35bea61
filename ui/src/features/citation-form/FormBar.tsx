// The sticky bar of the citation form: title, Cancel, Save Changes, and why a save failed.
import { useConfig } from '../../api/config'
import type { Problem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import styles from './FormBar.module.css'

interface Props {
  title: string
  isSaving: boolean
  /** Why the last save failed. */
  problem: Problem | undefined
  onCancel: () => void
}

export function FormBar({ title, isSaving, problem, onCancel }: Props) {
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
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSaving}>
            Save Changes
          </Button>
        </div>
      </div>
      {isShown && (
        <Notice kind="error" title="Your changes were not saved.">
          {`${problem.text} Everything you typed is still here.`}
        </Notice>
      )}
    </div>
  )
}
