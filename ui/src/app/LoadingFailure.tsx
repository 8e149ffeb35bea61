// Stands where a page will be, when what it needs to know first could not be loaded.
import type { Problem } from '../api/problem'
import { Button } from '../components/Button'
import { Notice } from '../components/Notice'
import { PageHeading } from '../components/PageHeading'
import { useTitle } from '../lib/useTitle'
import styles from './PageLoading.module.css'

export function LoadingFailure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  useTitle('Could not be loaded')
  return (
    <div className={styles.page}>
      <PageHeading>This page could not be loaded</PageHeading>
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
