// The sticky bar of the packet form: title, Cancel, Save, and why a save failed.
import { useConfig } from '../../api/config'
import type { Problem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import styles from './PacketForm.module.css'

interface Props {
  title: string
  isSaving: boolean
  /** Why the last save failed. */
  problem: Problem | undefined
  onCancel: () => void
}

export function PacketBar({ title, isSaving, problem, onCancel }: Props) {
  const signedIn = useConfig()?.signIn.signedIn
  // When the sign-in has expired, the page itself offers to sign in again.
  const isShown = problem && !(problem.needsSignIn && !signedIn)
  const why =
    problem?.status === 410
      ? 'Somebody else has deleted it.'
      : (problem?.fieldErrors.find(({ field }) => field === 'published')?.message ?? problem?.text)
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <p className={styles.barTitle} dir="auto">
          {title}
        </p>
        <div className={styles.buttons}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSaving}>
            Save packet
          </Button>
        </div>
      </div>
      {isShown && (
        <Notice kind="error" title="The packet was not saved.">
          {`${why} Everything you typed is still here.`}
        </Notice>
      )}
    </div>
  )
}
