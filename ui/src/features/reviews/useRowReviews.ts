// The reviews recorded since the list was loaded: rows stay in place and show their new state.
import t from 'messages:staff/reviews'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReviewEntry, reviewCitation, reviewCountsKey, undoReview } from '../../api/maintenance/reviews'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { announce } from '../../components/feedback/StatusLine'

/** What was done with a row. */
export type RowState =
  | { is: 'reviewing' | 'reviewed' | 'undoing' | 'undone' }
  /** `reviewed`: the undo failed, so the review is still recorded. */
  | { is: 'failed'; message: string; reviewed: boolean }

export type RowStates = ReadonlyMap<string, RowState>

/** Whether the review of a row is recorded. */
export const isReviewed = (rowState: RowState | undefined) =>
  rowState !== undefined &&
  (rowState.is === 'reviewed' || rowState.is === 'undoing' || (rowState.is === 'failed' && rowState.reviewed))

/** The message of an error; for a conflict, only the detail. */
function problemText(error: unknown): string {
  const { status, detail, text } = asProblem(error)
  return status === 412 && detail !== '' ? detail : text
}

export function useRowReviews() {
  const client = useQueryClient()
  const [rowStates, setRowStates] = useState<RowStates>(new Map())
  /** The ETags of citations whose review was undone; those of the others are in the list. */
  const [etags, setEtags] = useState<ReadonlyMap<string, string>>(new Map())
  const etagOf = ({ id, etag }: ReviewEntry) => etags.get(id) ?? etag
  const setRowState = (id: string, rowState: RowState) => setRowStates((before) => new Map(before).set(id, rowState))
  /** Updates the counts; the list itself is not reloaded. */
  const refreshCounts = () => client.invalidateQueries({ queryKey: reviewCountsKey })

  const reviewing = useSingleMutation({
    mutationFn: ({ entry, etag, note }: { entry: ReviewEntry; etag: string; note: string }) =>
      reviewCitation({ id: entry.id, etag, note }),
    onMutate: ({ entry }) => setRowState(entry.id, { is: 'reviewing' }),
    onSuccess: (_, { entry }) => {
      setRowState(entry.id, { is: 'reviewed' })
      announce(t('titleReviewedToday', { title: entry.title }))
      void refreshCounts()
    },
    onError: (error, { entry }) =>
      setRowState(entry.id, {
        is: 'failed',
        reviewed: false,
        message: t('notSavedProblemText', { problemText: problemText(error) }),
      }),
  })
  const undoing = useSingleMutation({
    mutationFn: undoReview,
    onMutate: ({ id }: ReviewEntry) => setRowState(id, { is: 'undoing' }),
    onSuccess: (etag, { id, title }) => {
      setRowState(id, { is: 'undone' })
      setEtags((before) => new Map(before).set(id, etag))
      announce(t('titleReviewUndone', { title }))
      void refreshCounts()
    },
    onError: (error, { id }) =>
      setRowState(id, {
        is: 'failed',
        reviewed: true,
        message: t('notUndoneProblemText', { problemText: problemText(error) }),
      }),
  })
  return {
    rowStates,
    /** The ETag of the version that the page shows. */
    etagOf,
    review: (entry: ReviewEntry, note: string) => reviewing.mutate({ entry, etag: etagOf(entry), note }),
    undo: (entry: ReviewEntry) => undoing.mutate(entry),
    /** Marks the citations that a job has reviewed. */
    markReviewed: (ids: readonly string[]) => {
      setRowStates((before) => new Map([...before, ...ids.map((id): [string, RowState] => [id, { is: 'reviewed' }])]))
      void refreshCounts()
    },
    /** Resets all rows when the list is reloaded. */
    clear: () => {
      setRowStates(new Map())
      setEtags(new Map())
    },
  }
}
