// Replaces a screen whose data could not be loaded: what happened, and a button to try again.
import messages from 'messages:en/loadingFailure'
import parts from 'messages:en/parts'
import { useText } from '../../i18n/useText'
import { Button } from '../buttons/Button'
import { PageHeading, useTitle } from '../page/PageHeading'
import styles from './LoadingFailure.module.css'
import { Notice } from './Notice'

interface Props {
  heading: string
  /** What happened, and what to do. */
  problem: { title: string; detail: string }
  onRetry: () => void
}

export function LoadingFailure({ heading, problem, onRetry }: Props) {
  const t = useText(parts)
  useTitle(useText(messages)('title'))
  return (
    <div className={styles.page}>
      <PageHeading>{heading}</PageHeading>
      <Notice
        kind="error"
        title={problem.title.replace(/\.?$/, '.')}
        actions={
          <Button variant="primary" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        }
      >
        {problem.detail}
      </Notice>
    </div>
  )
}
