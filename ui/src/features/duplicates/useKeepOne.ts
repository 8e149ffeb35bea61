// Keeping one citation of a group: the others become obsolete and name it as what replaces them, by one change of many that
// can be undone at once. Each is changed only if it is still as it was shown.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { startChange, undoJob } from '../../api/bulk'
import type { Citation } from '../../api/citations'
import { type Job, jobsQuery, useJobs, useJobsOften } from '../../api/jobs'

/** A citation as it was shown before it is changed. */
export interface SeenCitation {
  citation: Citation
  etag: string | null
}

interface Sent {
  job: string
  /** Id of the citation that is kept. */
  kept: string
  isUndo: boolean
}

/** What the change of the others needs to be asked for again. */
const changedKeys = ['citation', 'search', 'facets', 'versions', 'reviews']

/** `onDone` is called when a job is complete. */
export function useKeepOne(onDone: () => void) {
  const client = useQueryClient()
  const [sent, setSent] = useState<Sent | null>(null)
  const job = useJobs().find(({ id }) => id === sent?.job)
  const isComplete = job?.complete ?? false
  useJobsOften(sent !== null && !isComplete)
  const follow = (next: Sent) => {
    setSent(next)
    return client.invalidateQueries(jobsQuery)
  }
  const call = useRef(onDone)
  call.current = onDone
  // The outside world: the server has completed the job.
  useEffect(() => {
    if (!isComplete) return
    call.current()
    for (const key of changedKeys) void client.invalidateQueries({ queryKey: [key] })
  }, [isComplete, client])
  const keeping = useMutation({
    mutationFn: ({ kept, others }: { kept: string; others: readonly SeenCitation[] }) =>
      startChange(
        { citations: others.map(({ citation: { id }, etag }) => ({ id, etag })) },
        { set: { obsolete: true, replacedBy: kept } },
      ),
    onSuccess: ({ id }: Job, { kept }) => follow({ job: id, kept, isUndo: false }),
  })
  const undoing = useMutation({
    mutationFn: undoJob,
    onSuccess: ({ id }: Job) => follow({ job: id, kept: sent?.kept ?? '', isUndo: true }),
  })
  const done =
    isComplete && sent ? { ...sent, changed: job?.changed ?? 0, left: job?.bulk?.left ?? [], error: job?.error } : null
  return {
    keeping,
    undoing,
    /** The server works on it. */
    isRunning: keeping.isPending || undoing.isPending || (sent !== null && !isComplete),
    /** What came of the last job; null before the first, and while one runs. */
    done,
  }
}
