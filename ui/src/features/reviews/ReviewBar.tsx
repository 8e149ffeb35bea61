// The sticky bar for the selected citations: actions, the progress of a job, and its result.

import { Link } from 'react-router-dom'
import type { ReviewProgress } from '../../api/maintenance/reviews'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Spinner } from '../../components/feedback/Spinner'
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
    ? `${citationCount(changed)}: the reviewer is now ${reviewer}.`
    : `${citationCount(changed)} marked as reviewed today.`

export const ReviewBar = ({ selected, running, isRunning, outcome, onAsk, onClear, onDismiss }: Props) => (
  <div className={styles.dock}>
    {isRunning && <Progress running={running} />}
    {outcome && <Outcome outcome={outcome} onDismiss={onDismiss} />}
    {selected > 0 && (
      <section aria-label="Selected citations" className={styles.bar}>
        <p className={styles.count}>{`${selected.toLocaleString('en-US')} selected`}</p>
        <Button variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
        <Button variant="soft" onClick={() => onAsk('reviewed')}>
          Mark as reviewed…
        </Button>
        <Button onClick={() => onAsk('reviewer')}>Set reviewer…</Button>
      </section>
    )}
  </div>
)

function Progress({ running }: { running: ReviewProgress | null }) {
  const words = running
    ? `${running.done.toLocaleString('en-US')} of ${citationCount(running.citations)} done.`
    : 'The job is starting.'
  return (
    <div role="status" className={styles.bar}>
      <Spinner />
      <p className={styles.count}>{words}</p>
      {running && <progress aria-label="Progress of the job" max={running.citations} value={running.done} />}
    </div>
  )
}

function Outcome({ outcome, onDismiss }: { outcome: ReviewOutcome; onDismiss: () => void }) {
  const { skipped, changed } = outcome
  if (skipped.length === 0) return <Notice kind="success" title={resultText(outcome)} onDismiss={onDismiss} />
  return (
    <Notice kind="error" title={`${citationCount(skipped.length)} skipped.`} onDismiss={onDismiss}>
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
