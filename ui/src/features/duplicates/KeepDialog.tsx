// Asks for confirmation before one citation of a group is kept: shows the others, and the languages that only they have.
import t from 'messages:staff/duplicates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refreshAfterBulkEdit, startChange, undoJob } from '../../api/catalogue/bulk'
import { type Citation, currentCitationsQuery } from '../../api/catalogue/citations'
import { type Job, jobsQuery, useJobPolling, useJobs } from '../../api/catalogue/jobs'
import type { DuplicateCitation } from '../../api/maintenance/overview'
import { useSingleMutation } from '../../api/useSingleMutation'
import { ErrorNotice } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import { ConfirmDialog } from '../../components/page/Dialog'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import styles from './DuplicatesPage.module.css'

interface Props {
  kept: DuplicateCitation
  /** The citations that become obsolete. */
  others: readonly DuplicateCitation[]
  /** The number of citations of the group that are not shown and stay unchanged. */
  more: number
  open: boolean
  busy: boolean
  failure: string | null
  onKeep: (others: readonly LoadedCitation[]) => void
  onClose: () => void
  onClosed: () => void
  focusAfter: () => HTMLElement | null
}

export function KeepDialog({ kept, others, more, open, busy, failure, onKeep, onClose, onClosed, focusAfter }: Props) {
  const ids = [kept, ...others].map(({ id }) => id)
  // Loaded when the dialog opens, so that exactly the confirmed versions are changed.
  const loaded = useQuery({ ...currentCitationsQuery(ids), enabled: open })
  const [keptNow, ...othersNow] = loaded.isFetching ? [] : (loaded.data ?? [])
  return (
    <ConfirmDialog
      role="dialog"
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      focusAfter={focusAfter}
      title={t('keepTitle', { title: kept.title })}
      cancel={t('cancel')}
      confirm={t('keepThisOne')}
      variant="primary"
      busy={busy}
      disabled={!keptNow}
      onConfirm={() => onKeep(othersNow)}
    >
      <div className={styles.keep}>
        <p>{t('othersBecomeObsolete', { count: others.length })}</p>
        <ErrorNotice title={t('nothingChanged')} text={failure} />
        <ProblemNotice title={t('citationsNotLoaded')} call={loaded} />
        {!keptNow && !loaded.isError && <Skeleton kind="block" />}
        {keptNow && (
          <ul className={styles.others}>
            {othersNow.map(({ citation }) => (
              <Other key={citation.id} other={citation} kept={keptNow.citation} />
            ))}
          </ul>
        )}
        {more > 0 && <p className={styles.details}>{t('moreNotShown', { more })}</p>}
      </div>
    </ConfirmDialog>
  )
}

type Shown = LoadedCitation['citation']

function Other({ other, kept }: { other: Shown; kept: Shown }) {
  const known = new Set(kept.languages.map(({ lang }) => lang))
  const only = other.languages.map(({ lang }) => lang).filter((lang) => !known.has(lang))
  const numbers = [...new Set(other.languages.flatMap(({ ksbgNumber }) => ksbgNumber ?? []))]
  return (
    <li>
      <p dir="auto" className={styles.other}>
        {other.title}
      </p>
      <p className={styles.details}>
        {[...numbers, other.languages.map(({ lang }) => lang).join(', ')].filter(Boolean).join(' · ')}
      </p>
      {only.length > 0 && (
        <p>
          {t.rich('onlyHere', {
            count: only.length,
            languages: only.join(', '),
            strong: (text) => <strong>{text}</strong>,
          })}
        </p>
      )}
    </li>
  )
}

/** A citation with the entity tag that the dialog has shown. */
interface LoadedCitation {
  citation: Citation
  etag: string | null
}

interface Sent {
  job: string
  /** The ID of the citation that is kept. */
  kept: string
  isUndo: boolean
}

/** `onDone` is called when a job is complete. */
export function useKeepOne(onDone: () => void) {
  const client = useQueryClient()
  const [sent, setSent] = useState<Sent | null>(null)
  const job = useJobs().find(({ id }) => id === sent?.job)
  const isComplete = job?.complete ?? false
  useJobPolling(sent !== null && !isComplete)
  const follow = (next: Sent) => {
    setSent(next)
    return client.invalidateQueries(jobsQuery)
  }
  const call = useRef(onDone)
  call.current = onDone
  // External system: the query cache, when the job is complete.
  useEffect(() => {
    if (!isComplete) return
    call.current()
    refreshAfterBulkEdit(client)
  }, [isComplete, client])
  const keeping = useSingleMutation({
    mutationFn: ({ kept, others }: { kept: string; others: readonly LoadedCitation[] }) =>
      startChange(
        { citations: others.map(({ citation: { id }, etag }) => ({ id, etag })) },
        { set: { obsolete: true, replacedBy: kept } },
      ),
    onSuccess: ({ id }: Job, { kept }) => follow({ job: id, kept, isUndo: false }),
  })
  const undoing = useSingleMutation({
    mutationFn: undoJob,
    onSuccess: ({ id }: Job) => follow({ job: id, kept: sent?.kept ?? '', isUndo: true }),
  })
  const done =
    isComplete && sent
      ? { ...sent, changed: job?.changed ?? 0, skipped: job?.bulk?.left ?? [], error: job?.error }
      : null
  const isFollowing = sent !== null && !isComplete
  return {
    keeping,
    undoing,
    /** True while the others are being made obsolete. */
    isKeeping: keeping.isPending || (isFollowing && !sent.isUndo),
    isUndoing: undoing.isPending || (isFollowing && sent.isUndo),
    /** The result of the last job; null before the first and while one is running. */
    done,
  }
}
