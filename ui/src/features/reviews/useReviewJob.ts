// Doing the same with many citations: a job of the server, followed until it is complete.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Job, jobsQuery, useJobs, useJobsOften } from '../../api/jobs'
import { addReviewJob, type ReviewEntry, type ReviewProgress, reviewsKey } from '../../api/reviews'

/** What a job is asked to do. */
export interface ReviewWish {
  entries: readonly { id: string; title: string; etag: ReviewEntry['etag'] }[]
  action: ReviewProgress['action']
  /** The new reviewer; empty when the citations are reviewed. */
  reviewer: string
  note: string
}

/** What came of a job. */
export interface ReviewOutcome {
  wish: ReviewWish
  changed: number
  left: ReviewProgress['left']
}

export function useReviewJob(onDone: (outcome: ReviewOutcome) => void) {
  const client = useQueryClient()
  const jobs = useJobs()
  /** The job that this page has sent, until it is complete. */
  const [sent, setSent] = useState<{ id: string; wish: ReviewWish } | null>(null)
  const running = jobs.find((job) => job.review !== null && job.review !== undefined && !job.complete)
  const finished = jobs.find((job) => job.id === sent?.id && job.complete)
  const isRunning = running !== undefined || sent !== null

  useJobsOften(isRunning)

  // The outside world: the server has completed the job.
  useEffect(() => {
    if (!finished || !sent) return
    setSent(null)
    onDone({ wish: sent.wish, changed: finished.changed, left: finished.review?.left ?? [] })
    void client.invalidateQueries({ queryKey: [...reviewsKey, 'counts'] })
  }, [finished, sent, onDone, client])

  const adding = useMutation({
    mutationFn: ({ entries, action, reviewer, note }: ReviewWish) =>
      addReviewJob({
        citations: entries.map(({ id, etag }) => ({ id, etag })),
        action,
        reviewer: reviewer || null,
        note: note || null,
      }),
    onSuccess: async (job: Job, wish) => {
      setSent({ id: job.id, wish })
      await client.invalidateQueries(jobsQuery)
    },
  })
  return { adding, running: running?.review ?? null, isRunning }
}
