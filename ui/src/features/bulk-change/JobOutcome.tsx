// The progress of a bulk edit; when it is complete, its result, the skipped citations with reasons, and 'Undo'.

import t from 'messages:staff/bulkEdit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type BulkProgress, refreshAfterBulkEdit, undoJob } from '../../api/catalogue/bulk'
import { type Job, jobsQuery, useJobPolling, useJobs } from '../../api/catalogue/jobs'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button, Spinner } from '../../components/buttons/Button'
import { SkippedList } from '../../components/list/SkippedList'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import { citationCount } from '../../lib/text/citationCount'
import { CitationLink } from '../../listkit/ListTable'
import styles from './BulkChange.module.css'
import { outcomeSentences } from './changeFields'

interface Props {
  job: Job
  bulk: BulkProgress
  /** The accessible name of 'Undo', where there are several on a page. */
  undoLabel?: string
  /** Called with the ID of the undo job. */
  onUndo?: (id: string) => void
}

function JobProgress({ bulk }: { bulk: BulkProgress }) {
  return (
    <div role="status" className={styles.progress}>
      <Spinner />
      <p>{t('doneOfCitations', { done: bulk.done, citationCount: citationCount(bulk.citations) })}</p>
      <progress aria-label={t('progressOfJob')} max={Math.max(bulk.citations, 1)} value={bulk.done} />
    </div>
  )
}

export function JobOutcome({ job, bulk, undoLabel, onUndo }: Props) {
  if (!job.complete) return <JobProgress bulk={bulk} />
  return (
    <div className={styles.outcome}>
      <p>{outcomeSentences(job.changed, bulk)}</p>
      <Skipped bulk={bulk} />
      <UndoLine job={job} bulk={bulk} undoLabel={undoLabel} onUndo={onUndo} />
    </div>
  )
}

export function Skipped({ bulk: { left: skipped, refused } }: { bulk: Pick<BulkProgress, 'left' | 'refused'> }) {
  if (refused === 0) return null
  const more = refused - skipped.length
  return (
    <details className={styles.details} open={refused <= 5}>
      <summary>{t('skippedCitations', { citationCount: citationCount(refused) })}</summary>
      <SkippedList skipped={skipped} link={({ id, title }) => <CitationLink id={id} title={title} />} />
      {more > 0 && <p>{t('moreNotListed', { more })}</p>}
    </details>
  )
}

function UndoLine({ job, bulk, undoLabel, onUndo }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const undo = useUndo((id) => {
    // The button is removed; the focus stays at its position.
    line.current?.focus()
    onUndo?.(id)
  })
  const isUndone = Boolean(bulk.undoneBy) || undo.isSuccess
  return (
    <>
      <p ref={line} tabIndex={-1} className={styles.undone}>
        {isUndone && t('undoneByAnotherJob')}
      </p>
      {!isUndone && job.changed > 0 && (
        <div className={styles.buttons}>
          <Button aria-label={undoLabel} busy={undo.isPending} onClick={() => undo.mutate(job.id)}>
            {t('undo')}
          </Button>
        </div>
      )}
      <ProblemNotice title={t('undoFailed')} call={undo} />
    </>
  )
}

/** The jobs, polled while one of them is running. */
export function useRunningJobs() {
  const client = useQueryClient()
  const jobs = useJobs()
  const isRunning = jobs.some(({ complete }) => !complete)
  const completed = jobs.filter(({ complete }) => complete).length
  useJobPolling(isRunning)
  // External system: the query cache, which is invalidated whenever a job is complete.
  useEffect(() => {
    if (completed > 0) refreshAfterBulkEdit(client)
  }, [completed, client])
  return jobs
}

/** Starts a job that undoes another one. */
function useUndo(onStarted?: (id: string) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: undoJob,
    onSuccess: async (job) => {
      await client.invalidateQueries(jobsQuery)
      onStarted?.(job.id)
    },
  })
}
