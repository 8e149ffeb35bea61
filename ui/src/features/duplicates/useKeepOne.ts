// Keeps one citation of a group: a bulk edit makes the others obsolete and replaced by it, and can be undone. Each is changed
// only if it still has the entity tag that was shown.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refreshAfterBulkEdit, startChange, undoJob } from '../../api/catalogue/bulk'
import type { Citation } from '../../api/catalogue/citations'
import { type Job, jobsQuery, useJobPolling, useJobs } from '../../api/catalogue/jobs'
import { useSingleMutation } from '../../api/useSingleMutation'

/** A citation with the entity tag that the dialog has shown. */
export interface LoadedCitation {
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
