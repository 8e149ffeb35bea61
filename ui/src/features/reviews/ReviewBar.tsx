// What is done with the ticked citations, what came of it, and how far a job has come. It stays at the lower edge.
import { Link } from 'react-router-dom'
import type { ReviewProgress } from '../../api/reviews'
import { Button } from '../../components/Button'
import styles from '../../components/Dock.module.css'
import { LeftList } from '../../components/LeftList'
import { Notice } from '../../components/Notice'
import { Spinner } from '../../components/Spinner'
import { citationPath } from '../../paths'
import type { ReviewOutcome } from './useReviewJob'

interface Props {
  ticked: number
  running: ReviewProgress | null
  isRunning: boolean
  outcome: ReviewOutcome | null
  onAsk: (action: ReviewProgress['action']) => void
  onUntick: () => void
  onDismiss: () => void
}

const countOf = (count: number) => (count === 1 ? '1 citation' : `${count.toLocaleString('en-US')} citations`)

const doneWords = ({ wish: { action, reviewer }, changed }: Pick<ReviewOutcome, 'wish' | 'changed'>) =>
  action === 'reviewer'
    ? `${countOf(changed)}: the reviewer is now ${reviewer}.`
    : `${countOf(changed)} marked as reviewed today.`

export const ReviewBar = ({ ticked, running, isRunning, outcome, onAsk, onUntick, onDismiss }: Props) => (
  <div className={styles.dock}>
    {isRunning && <Progress running={running} />}
    {outcome && <Outcome outcome={outcome} onDismiss={onDismiss} />}
    {ticked > 0 && (
      <section aria-label="Ticked citations" className={styles.bar}>
        <p className={styles.count}>{`${ticked.toLocaleString('en-US')} ticked`}</p>
        <Button variant="quiet" onClick={onUntick}>
          Untick all
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
    ? `${running.done.toLocaleString('en-US')} of ${countOf(running.citations)} done.`
    : 'The job begins.'
  return (
    <div role="status" className={styles.bar}>
      <Spinner />
      <p className={styles.count}>{words}</p>
      {running && <progress aria-label="Progress of the job" max={running.citations} value={running.done} />}
    </div>
  )
}

function Outcome({ outcome, onDismiss }: { outcome: ReviewOutcome; onDismiss: () => void }) {
  const { left, changed } = outcome
  if (left.length === 0) return <Notice kind="success" title={doneWords(outcome)} onDismiss={onDismiss} />
  return (
    <Notice
      kind="error"
      title={left.length === 1 ? '1 citation was left as it is.' : `${countOf(left.length)} were left as they are.`}
      onDismiss={onDismiss}
    >
      <LeftList
        left={left}
        link={({ id, title }) => (
          <Link to={citationPath(id)} dir="auto">
            {title}
          </Link>
        )}
      />
      {changed > 0 && <p>{doneWords(outcome)}</p>}
    </Notice>
  )
}
