// The actions on the list of reviews: recording one, starting a job for the selected ones, and their results.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Job, jobsQuery, useJobPolling, useJobs } from '../../api/catalogue/jobs'
import {
  addReviewJob,
  type ReviewEntry,
  type ReviewProgress,
  reviewCountsKey,
  reviewListKey,
} from '../../api/maintenance/reviews'
import { useSingleMutation } from '../../api/useSingleMutation'
import { useListReload, useListReset } from '../../listkit/listAddress'
import { useSelection } from '../../listkit/useSelection'
import type { Question } from './ReviewDialog'
import { entryKey, useRowReviews } from './ReviewTable'

/** `listKey` identifies the shown page of the list; another one has no selection and no results. */
export function useReviews(listKey: string) {
  const rows = useRowReviews()
  const { selection, select, clear } = useSelection(entryKey)
  const [question, setQuestion] = useState<Question | null>(null)
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null)
  const isReviewed = (id: string) => rows.states.get(id)?.done !== undefined

  const reset = () => {
    rows.clear()
    clear()
  }
  useListReset(listKey, () => {
    reset()
    setOutcome(null)
  })
  const reload = useListReload(reviewListKey, reset)

  const job = useReviewJob((done) => {
    setOutcome(done)
    const skipped = new Set(done.skipped.map(({ id }) => id))
    if (done.request.action === 'reviewer') reload()
    else
      rows.markDone(
        done.request.entries.map(({ id }) => id).filter((id) => !skipped.has(id)),
        'reviewed',
      )
  })
  const confirm = ({ action, entries }: Question, { reviewer, note }: { reviewer: string; note: string }) => {
    const [only] = entries
    if (action === 'reviewed' && entries.length === 1 && only) {
      rows.change(only, note)
      setQuestion(null)
      select(entries, false)
      return
    }
    setOutcome(null)
    const known = entries.map((entry) => ({ ...entry, etag: rows.etagOf(entry) }))
    const onSuccess = () => {
      setQuestion(null)
      clear()
    }
    job.adding.mutate({ entries: known, action, reviewer, note }, { onSuccess })
  }
  return {
    rows,
    job,
    selection,
    select,
    clear,
    /** The selected citations that were not reviewed meanwhile. */
    selected: [...selection.values()].filter(({ id }) => !isReviewed(id)),
    question,
    ask: (next: { action: Question['action']; entries: readonly ReviewEntry[] }) => {
      job.adding.reset()
      setQuestion(next)
    },
    closeQuestion: () => setQuestion(null),
    confirm,
    outcome,
    dismissOutcome: () => setOutcome(null),
    reload,
    isOutdated: rows.isOutdated(),
    /** The number of citations reviewed since the list was loaded. */
    reviewedHere: [...rows.states.keys()].filter(isReviewed).length,
  }
}

/** What the job does. */
interface ReviewJobRequest {
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

/** Runs a review job for many citations and polls it until it is complete. */
function useReviewJob(onDone: (outcome: ReviewOutcome) => void) {
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
