// The sticky bar for the selected citations: actions, the progress of a job, and its result.

import t from 'messages:staff/reviews'
import { Link } from 'react-router-dom'
import type { ReviewProgress } from '../../api/maintenance/reviews'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Spinner } from '../../components/feedback/Spinner'
import { focusListSummary } from '../../components/list/listSummary'
import { SkippedList } from '../../components/list/SkippedList'
import styles from '../../components/page/Dock.module.css'
import { citationCount } from '../../lib/text/citationCount'
import { citationPath } from '../../paths'
import type { ReviewOutcome } from './useReviewJob'

interface Props {
  selected: number
  running: ReviewProgress | null
  isRunning: boolean
  outcome: ReviewOutcome | null
  onAsk: (action: ReviewProgress['action']) => void
  onClear: () => void
  onDismiss: () => void
}

const resultText = ({ request: { action, reviewer }, changed }: Pick<ReviewOutcome, 'request' | 'changed'>) =>
  action === 'reviewer'
    ? t('reviewerSet', { citationCount: citationCount(changed), reviewer })
    : t('citationsMarked', { citationCount: citationCount(changed) })

export const ReviewBar = ({ selected, running, isRunning, outcome, onAsk, onClear, onDismiss }: Props) => (
  <div className={styles.dock}>
    {isRunning && <Progress running={running} />}
    {outcome && <Outcome outcome={outcome} onDismiss={onDismiss} />}
    {selected > 0 && (
      <section aria-label={t('selectedCitations')} className={styles.bar}>
        <p className={styles.count}>{t('selected', { selected })}</p>
        <Button
          variant="quiet"
          onClick={() => {
            focusListSummary()
            onClear()
          }}
        >
          {t('clearSelection')}
        </Button>
        <Button variant="soft" onClick={() => onAsk('reviewed')}>
          {t('markAsReviewedButton')}
        </Button>
        <Button onClick={() => onAsk('reviewer')}>{t('setReviewerButton')}</Button>
      </section>
    )}
  </div>
)

function Progress({ running }: { running: ReviewProgress | null }) {
  const words = running
    ? t('doneOfCitations', { done: running.done, citationCount: citationCount(running.citations) })
    : t('jobStarting')
  return (
    <div role="status" className={styles.bar}>
      <Spinner />
      <p className={styles.count}>{words}</p>
      {running && <progress aria-label={t('progressOfJob')} max={running.citations} value={running.done} />}
    </div>
  )
}

function Outcome({ outcome, onDismiss }: { outcome: ReviewOutcome; onDismiss: () => void }) {
  const { skipped, changed } = outcome
  if (skipped.length === 0) return <Notice kind="success" title={resultText(outcome)} onDismiss={onDismiss} />
  return (
    <Notice
      kind="error"
      title={t('citationsSkipped', { citationCount: citationCount(skipped.length) })}
      onDismiss={onDismiss}
    >
      <SkippedList
        skipped={skipped}
        link={({ id, title }) => (
          <Link to={citationPath(id)} dir="auto">
            {title}
          </Link>
        )}
      />
      {changed > 0 && <p>{resultText(outcome)}</p>}
    </Notice>
  )
}
