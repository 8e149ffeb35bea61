// The last step: the progress of the job, what it did, the rows that it left out, and its undo.

import t from 'messages:staff/import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { refreshAfterBulkEdit, undoJob } from '../../../api/catalogue/bulk'
import { type ImportEntry, type ImportJob, importListQuery } from '../../../api/catalogue/imports'
import { jobsQuery, useJobPolling, useJobs } from '../../../api/catalogue/jobs'
import { facetsQuery } from '../../../api/catalogue/lookups'
import { languagesQuery } from '../../../api/languages'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button, LinkButton } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Spinner } from '../../../components/feedback/Spinner'
import layout from '../../../components/page/Page.module.css'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import { citationPath, patterns } from '../../../paths'
import styles from './Import.module.css'

const PROGRESS_INTERVAL_MS = 1_000

export function ResultStep({ id, entry }: { id: string; entry: ImportEntry | undefined }) {
  const client = useQueryClient()
  const jobs = useJobs()
  const job: ImportJob | undefined = jobs.find((one) => one.id === entry?.job)
  const isDone = job?.complete || Boolean(job?.error) || entry?.state === 'complete'
  const isWaiting = entry !== undefined && entry.state !== 'ready' && !isDone
  const current = useQuery(importListQuery(isWaiting ? PROGRESS_INTERVAL_MS : false)).data?.imports.find(
    (one) => one.id === id,
  )
  useJobPolling(isWaiting)
  // External system: the query cache, when the job is complete.
  useEffect(() => {
    if (!isDone) return
    refreshAfterBulkEdit(client)
    void client.invalidateQueries(facetsQuery)
    void client.invalidateQueries(languagesQuery)
  }, [isDone, client])
  if (entry === undefined || entry.state === 'ready') return <p className={layout.empty}>{t('notStartedYet')}</p>
  return (
    <>
      {isDone ? <Outcome job={job} /> : <Progress entry={current ?? entry} />}
      <div className={styles.buttons}>
        <LinkButton to={patterns.bulk}>{t('another')}</LinkButton>
        <Link to={patterns.jobs}>{t('jobs')}</Link>
      </div>
    </>
  )
}

const Progress = ({ entry: { records, total } }: { entry: ImportEntry }) => (
  <div className={styles.progress}>
    <p role="status" className={styles.line}>
      <Spinner /> {total ? t('runningRows', { records, total }) : t('running')}
    </p>
    <progress aria-label={t('progress')} max={total ?? undefined} value={total ? records : undefined} />
    <p className={styles.muted}>{t('mayLeave')}</p>
  </div>
)

function Outcome({ job }: { job: ImportJob | undefined }) {
  const skipped = job?.skipped ?? []
  return (
    <>
      {job?.error ? (
        <Notice kind="error" title={t('failed')}>
          {job.error}
        </Notice>
      ) : (
        <Notice kind="success" title={t('complete')}>
          {job && t('imported', { count: job.changed })}
        </Notice>
      )}
      {skipped.length > 0 && (
        <details open={skipped.length <= 20}>
          <summary>{t('skippedRows', { count: skipped.length })}</summary>
          <ul className={styles.changes}>
            {skipped.map(({ row, id, reason }) => (
              <li key={`${row} ${id}`}>
                {t('skippedRow', { row: String(row), reason })}{' '}
                {id && <Link to={citationPath(id)}>{t('openCitation')}</Link>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {job && job.changed > 0 && <Undo job={job} />}
    </>
  )
}

function Undo({ job }: { job: ImportJob }) {
  const client = useQueryClient()
  const line = useRef<HTMLParagraphElement>(null)
  const [undo, setUndo] = useState<string | null>(null)
  const isUndone = useJobs().some(({ id, complete }) => id === undo && complete)
  useJobPolling(undo !== null && !isUndone)
  const undoing = useSingleMutation({
    mutationFn: () => undoJob(job.id),
    onSuccess: async ({ id }) => {
      // The pressed button is removed.
      line.current?.focus()
      setUndo(id)
      await client.invalidateQueries(jobsQuery)
    },
  })
  // External system: the query cache, when the undo is complete.
  useEffect(() => {
    if (isUndone) refreshAfterBulkEdit(client)
  }, [isUndone, client])
  return (
    <div className={styles.part}>
      <p ref={line} tabIndex={-1} role="status" className={styles.muted}>
        {undo === null ? t('undoHint') : isUndone ? t('undone') : t('undoing')}
      </p>
      <ProblemNotice title={t('undoFailed')} call={undoing} />
      {undo === null && (
        <div>
          <Button busy={undoing.isPending} onClick={() => undoing.mutate()}>
            {t('undo')}
          </Button>
        </div>
      )}
    </div>
  )
}
