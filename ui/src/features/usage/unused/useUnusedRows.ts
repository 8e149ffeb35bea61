// What was done with unused citations since the list was loaded: rows stay in place, show their new state, and can be undone.
import t from 'messages:staff/usage'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { markObsolete, refreshAfterBulkEdit, undoObsolete } from '../../../api/catalogue/bulk'
import { loadCitation } from '../../../api/catalogue/citations'
import { reviewCitation, undoReview } from '../../../api/maintenance/reviews'
import type { UsageRow } from '../../../api/maintenance/usage'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { announce } from '../../../components/feedback/StatusLine'

/** What can be done with an unused citation. */
export type UnusedAction = 'review' | 'obsolete'

/** What was done with a row; `job` made it obsolete and can be undone. */
export type UnusedState =
  | { is: 'reviewed' }
  | { is: 'obsolete'; job: string }
  /** `done`: what is being undone. */
  | { is: 'busy'; done: UnusedState | undefined }
  /** `done`: what still applies, because its undo failed. */
  | { is: 'failed'; message: string; done: UnusedState | undefined }

/** A confirmed action with its input. */
export interface UnusedChange {
  action: UnusedAction
  row: UsageRow
  note: string
  /** The ID of the replacement, or empty. */
  replacedBy: string
}

/** What was done, also while it is undone and after a failed undo. */
export const doneOf = (state: UnusedState | undefined) =>
  state?.is === 'failed' || state?.is === 'busy' ? state.done : state

const isChanged = (state: UnusedState | undefined) => state !== undefined && state.is !== 'busy'

export type UnusedRows = ReturnType<typeof useUnusedRows>

export function useUnusedRows() {
  const client = useQueryClient()
  const [states, setStates] = useState<ReadonlyMap<string, UnusedState>>(new Map())
  /** The entity tags of citations after an undo; those of the others are in the list. */
  const [etags, setEtags] = useState<ReadonlyMap<string, string>>(new Map())
  const set = (key: string, state: UnusedState | undefined) =>
    setStates((before) => {
      const next = new Map(before)
      if (state === undefined) next.delete(key)
      else next.set(key, state)
      return next
    })
  const unmounted = useRef(new AbortController())
  // External system: the server, which is no longer polled for jobs after unmounting.
  useEffect(() => {
    const controller = new AbortController()
    unmounted.current = controller
    return () => controller.abort()
  }, [])

  const changing = useSingleMutation({
    mutationFn: async ({ action, row: { key, etag }, note, replacedBy }: UnusedChange): Promise<UnusedState> => {
      const seen = { id: key, etag: etags.get(key) ?? etag ?? '' }
      if (action === 'obsolete')
        return { is: 'obsolete', job: await markObsolete(seen, replacedBy, unmounted.current.signal) }
      await reviewCitation({ ...seen, note })
      return { is: 'reviewed' }
    },
    onMutate: ({ row }) => set(row.key, { is: 'busy', done: undefined }),
    onSuccess: (state, { row: { key, title }, action }) => {
      set(key, state)
      const isObsolete = action === 'obsolete'
      announce(t(isObsolete ? 'titleObsolete' : 'titleReviewed', { title }))
    },
    onError: (error, { row }) =>
      set(row.key, {
        is: 'failed',
        message: t('notDone', { problemText: asProblem(error).text }),
        done: undefined,
      }),
    onSettled: () => refreshAfterBulkEdit(client),
  })
  const undoing = useSingleMutation({
    mutationFn: async ({ row: { key }, done }: { row: UsageRow; done: UnusedState }) => {
      if (done.is !== 'obsolete') return undoReview({ id: key })
      const { signal } = unmounted.current
      await undoObsolete(done.job, signal)
      return (await loadCitation(key, signal)).etag ?? ''
    },
    onMutate: ({ row, done }) => set(row.key, { is: 'busy', done }),
    onSuccess: (etag, { row: { key, title } }) => {
      set(key, undefined)
      setEtags((before) => new Map(before).set(key, etag))
      announce(t('titleUndone', { title }))
    },
    onError: (error, { row, done }) =>
      set(row.key, { is: 'failed', message: t('notUndone', { problemText: asProblem(error).text }), done }),
    onSettled: () => refreshAfterBulkEdit(client),
  })
  return {
    states,
    change: (change: UnusedChange) => changing.mutate(change),
    undo: (row: UsageRow, done: UnusedState) => undoing.mutate({ row, done }),
    /** Whether these entries of the list no longer show the current state. */
    isOutdated: (entries: readonly UsageRow[]) => entries.some(({ key }) => isChanged(states.get(key))),
    clear: () => {
      setStates(new Map())
      setEtags(new Map())
    },
  }
}
