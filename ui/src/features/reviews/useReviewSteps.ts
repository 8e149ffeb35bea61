// What was done with the citations of the list since it was loaded: their rows stay where they are and show it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem } from '../../api/problem'
import { type ReviewEntry, reviewCitation, reviewsKey, undoReview } from '../../api/reviews'
import { announce } from '../../components/StatusLine'

/** What became of a citation. */
export type Step =
  | { is: 'reviewing' | 'reviewed' | 'undoing' | 'undone' }
  /** `reviewed`: what failed is the undoing. */
  | { is: 'failed'; message: string; reviewed: boolean }

export type Steps = ReadonlyMap<string, Step>

/** Whether the review of a citation stands. */
export const isReviewed = (step: Step | undefined) =>
  step !== undefined && (step.is === 'reviewed' || step.is === 'undoing' || (step.is === 'failed' && step.reviewed))

/** What happened; what it means for the list is said once. */
function wordsOf(error: unknown): string {
  const { status, detail, text } = asProblem(error)
  return status === 412 && detail !== '' ? detail : text
}

export function useReviewSteps() {
  const client = useQueryClient()
  const [steps, setSteps] = useState<Steps>(new Map())
  /** ETags of citations whose review was undone; of the others the list knows them. */
  const [etags, setEtags] = useState<ReadonlyMap<string, string>>(new Map())
  const etagOf = ({ id, etag }: ReviewEntry) => etags.get(id) ?? etag
  const setStep = (id: string, step: Step) => setSteps((before) => new Map(before).set(id, step))
  /** Counts are true at once; the list stays as it is. */
  const renewCounts = () => client.invalidateQueries({ queryKey: [...reviewsKey, 'counts'] })

  const reviewing = useMutation({
    mutationFn: ({ entry, etag, note }: { entry: ReviewEntry; etag: string; note: string }) =>
      reviewCitation({ id: entry.id, etag, note }),
    onMutate: ({ entry }) => setStep(entry.id, { is: 'reviewing' }),
    onSuccess: (_, { entry }) => {
      setStep(entry.id, { is: 'reviewed' })
      announce(`${entry.title}: reviewed today.`)
      void renewCounts()
    },
    onError: (error, { entry }) =>
      setStep(entry.id, { is: 'failed', reviewed: false, message: `Not saved. ${wordsOf(error)}` }),
  })
  const undoing = useMutation({
    mutationFn: undoReview,
    onMutate: ({ id }: ReviewEntry) => setStep(id, { is: 'undoing' }),
    onSuccess: (etag, { id, title }) => {
      setStep(id, { is: 'undone' })
      setEtags((before) => new Map(before).set(id, etag))
      announce(`${title}: the review was undone.`)
      void renewCounts()
    },
    onError: (error, { id }) => setStep(id, { is: 'failed', reviewed: true, message: `Not undone. ${wordsOf(error)}` }),
  })
  return {
    steps,
    /** The state of a citation that this page knows. */
    etagOf,
    review: (entry: ReviewEntry, note: string) => reviewing.mutate({ entry, etag: etagOf(entry), note }),
    undo: (entry: ReviewEntry) => undoing.mutate(entry),
    /** Shows these as reviewed, as a job has done it. */
    noteReviewed: (ids: readonly string[]) => {
      setSteps((before) => new Map([...before, ...ids.map((id): [string, Step] => [id, { is: 'reviewed' }])]))
      void renewCounts()
    },
    /** Forgets them: the list is loaded again. */
    clear: () => {
      setSteps(new Map())
      setEtags(new Map())
    },
  }
}
