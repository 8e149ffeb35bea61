// Runs a review job for many citations and polls it until it is complete.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Job, jobsQuery, useJobPolling, useJobs } from '../../api/catalogue/jobs'
import { addReviewJob, type ReviewEntry, type ReviewProgress, reviewCountsKey } from '../../api/maintenance/reviews'
import { useSingleMutation } from '../../api/useSingleMutation'

/** What the job does. */
export interface ReviewJobRequest {
  entries: readonly { id: string; title: string; etag: ReviewEntry['etag'] }[]
  action: ReviewProgress['action']
  /** The new reviewer; empty when the citations are reviewed. */
  reviewer: string
  note: string
}

/** The result of a job. */
export interface ReviewOutcome {
  request: ReviewJobRequest
  changed: number
  skipped: ReviewProgress['left']
}

export function useReviewJob(onDone: (outcome: ReviewOutcome) => void) {
  const client = useQueryClient()
  const jobs = useJobs()
  /** The job that this page has started, until it is complete. */
  const [sent, setSent] = useState<{ id: string; request: ReviewJobRequest } | null>(null)
  const running = jobs.find((job) => job.review !== null && job.review !== undefined && !job.complete)
  const finished = jobs.find((job) => job.id === sent?.id && job.complete)
  const isRunning = running !== undefined || sent !== null

  useJobPolling(isRunning)

  // External system: the server, when the job is complete.
  useEffect(() => {
    if (!finished || !sent) return
    setSent(null)
    onDone({ request: sent.request, changed: finished.changed, skipped: finished.review?.left ?? [] })
    void client.invalidateQueries({ queryKey: reviewCountsKey })
  }, [finished, sent, onDone, client])

  const adding = useSingleMutation({
    mutationFn: ({ entries, action, reviewer, note }: ReviewJobRequest) =>
      addReviewJob({
        citations: entries.map(({ id, etag }) => ({ id, etag })),
        action,
        reviewer: reviewer || null,
        note: note || null,
      }),
    onSuccess: async (job: Job, request) => {
      setSent({ id: job.id, request })
      await client.invalidateQueries(jobsQuery)
    },
  })
  return { adding, running: running?.review ?? null, isRunning }
}
