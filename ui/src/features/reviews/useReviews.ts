// The actions on the list of reviews: recording one, starting a job for the selected ones, and their results.
import { useState } from 'react'
import { type ReviewEntry, reviewListKey } from '../../api/maintenance/reviews'
import { useListReload, useListReset } from '../../listkit/useListAddress'
import { useSelection } from '../../listkit/useSelection'
import type { Question } from './ReviewDialog'
import { entryKey } from './ReviewTable'
import { type ReviewOutcome, useReviewJob } from './useReviewJob'
import { isReviewed, useRowReviews } from './useRowReviews'

/** `listKey` identifies the shown page of the list; another one has no selection and no results. */
export function useReviews(listKey: string) {
  const rows = useRowReviews()
  const { selection, select, clear } = useSelection(entryKey)
  const [question, setQuestion] = useState<Question | null>(null)
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null)
  const states = [...rows.rowStates.values()]

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
    else rows.markReviewed(done.request.entries.map(({ id }) => id).filter((id) => !skipped.has(id)))
  })
  const confirm = ({ action, entries }: Question, { reviewer, note }: { reviewer: string; note: string }) => {
    const [only] = entries
    if (action === 'reviewed' && entries.length === 1 && only) {
      rows.review(only, note)
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
    selected: [...selection.values()].filter(({ id }) => !isReviewed(rows.rowStates.get(id))),
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
    isOutdated: states.some((state) => isReviewed(state) || state.is === 'failed'),
    /** The number of citations reviewed since the list was loaded. */
    reviewedHere: states.filter(isReviewed).length,
  }
}
