// Stands where a screen will be, when what it shows could not be loaded: what happened, and a way to try again.
import { useTitle } from '../lib/useTitle'
import { Button } from './Button'
import styles from './LoadingFailure.module.css'
import { Notice } from './Notice'
import { PageHeading } from './PageHeading'

interface Props {
  heading: string
  /** What happened, without its full stop, and what to do about it. */
  problem: { title: string; detail: string }
  onRetry: () => void
}

export function LoadingFailure({ heading, problem, onRetry }: Props) {
  useTitle('Could not be loaded')
  return (
    <div className={styles.page}>
      <PageHeading>{heading}</PageHeading>
      <Notice
        kind="error"
        title={`${problem.title}.`}
        actions={
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {problem.detail}
      </Notice>
    </div>
  )
}
