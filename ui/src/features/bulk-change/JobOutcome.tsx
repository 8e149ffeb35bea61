// How far a job on many citations has come; when it is complete, what came of it, what it left and why, and 'Undo'.
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import type { BulkProgress } from '../../api/bulk'
import type { Job } from '../../api/jobs'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/Button'
import { LeftList } from '../../components/LeftList'
import { Notice } from '../../components/Notice'
import { Spinner } from '../../components/Spinner'
import { citationPath } from '../../paths'
import styles from './BulkChange.module.css'
import { countOf, outcomeSentences } from './changeWords'
import { useUndo } from './useJob'

interface Props {
  job: Job
  bulk: BulkProgress
  /** What the undo is called for screen readers, where several stand on a page. */
  undoLabel?: string
  /** The undo was asked for: the id of its job. */
  onUndo?: (id: string) => void
}

export function JobProgress({ bulk }: { bulk: BulkProgress }) {
  return (
    <div role="status" className={styles.progress}>
      <Spinner />
      <p>{`${bulk.done.toLocaleString('en-US')} of ${countOf(bulk.citations)} done.`}</p>
      <progress aria-label="Progress of the job" max={Math.max(bulk.citations, 1)} value={bulk.done} />
    </div>
  )
}

export function JobOutcome({ job, bulk, undoLabel, onUndo }: Props) {
  if (!job.complete) return <JobProgress bulk={bulk} />
  return (
    <div className={styles.outcome}>
      <p>{outcomeSentences(job.changed, bulk)}</p>
      <Left bulk={bulk} />
      <UndoLine job={job} bulk={bulk} undoLabel={undoLabel} onUndo={onUndo} />
    </div>
  )
}

export function Left({ bulk: { left, refused } }: { bulk: Pick<BulkProgress, 'left' | 'refused'> }) {
  if (refused === 0) return null
  const more = refused - left.length
  return (
    <details className={styles.details} open={refused <= 5}>
      <summary>{refused === 1 ? 'Left as it is, and why' : 'Left as they are, and why'}</summary>
      <LeftList
        left={left}
        link={({ id, title }) => (
          <Link to={citationPath(id)} dir="auto">
            {title}
          </Link>
        )}
      />
      {more > 0 && <p>{`${more.toLocaleString('en-US')} more are not listed.`}</p>}
    </details>
  )
}

function UndoLine({ job, bulk, undoLabel, onUndo }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const undo = useUndo((id) => {
    // The button goes, and the focus stays where it was.
    line.current?.focus()
    onUndo?.(id)
  })
  const isUndone = Boolean(bulk.undoneBy) || undo.isSuccess
  return (
    <>
      <p ref={line} tabIndex={-1} className={styles.undone}>
        {isUndone && 'This has been undone by a job of its own.'}
      </p>
      {!isUndone && job.changed > 0 && (
        <div className={styles.buttons}>
          <Button aria-label={undoLabel} busy={undo.isPending} onClick={() => undo.mutate(job.id)}>
            Undo
          </Button>
        </div>
      )}
      {undo.isError && (
        <Notice kind="error" title="It was not undone.">
          {asProblem(undo.error).text}
        </Notice>
      )}
    </>
  )
}
