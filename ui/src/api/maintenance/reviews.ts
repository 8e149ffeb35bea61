// Reviews of citations: the list, recording one or many, undoing one.
import t from 'messages:staff/reviews'
import { queryOptions } from '@tanstack/react-query'
import type { Job } from '../catalogue/jobs'
import { addressOf, call, callRaw, entityTag, listQuery, type Nullable } from '../client'
import { Problem } from '../problem'
import type * as Described from '../schema'

/** A citation with the due date of its next review. */
export type ReviewEntry = Nullable<Described.ReviewEntry>

export type ReviewState = ReviewEntry['state']

/** The progress of a review job. */
export type ReviewProgress = NonNullable<Job['review']>

/** Filters the list; an empty value does not filter. */
export type ReviewFilter = Record<'state' | 'department' | 'reviewer', string>

/** Prefix of the keys of all queries that a review changes. */
const reviewsKey = ['reviews'] as const

/** Prefix of the keys of the list. */
export const reviewListKey = [...reviewsKey, 'list'] as const

/** Prefix of the keys of the counts. */
export const reviewCountsKey = [...reviewsKey, 'counts'] as const

/** A page of the list. */
export const reviewsQuery = (filter: ReviewFilter, start: number) =>
  listQuery('GET /system/reviews', reviewListKey, { ...filter, start })

/** The number of citations in each state. */
export const reviewCountsQuery = (filter: Omit<ReviewFilter, 'state'>) =>
  queryOptions({
    queryKey: [...reviewCountsKey, filter],
    queryFn: async ({ signal }) =>
      (await call('GET /system/reviews', { query: { ...filter, state: 'overdue' }, signal })).counts,
    staleTime: 60_000,
  })

/** The URL of the list as CSV. */
export const reviewsDownload = (filter: ReviewFilter) =>
  addressOf('GET /system/reviews/download', { query: { ...filter } })

/** Records that a citation was reviewed today. */
export async function reviewCitation({ id, etag, note }: { id: string; etag: string; note: string }) {
  const body = note === '' ? {} : { note }
  await call('POST /citations/{id}/review', { params: { id }, body, ifMatch: etag })
}

/** Restores the version before the review, if nothing else was changed after it. Returns the new ETag. */
export async function undoReview({ id }: { id: string }): Promise<string> {
  const params = { id }
  const ifMatch = entityTag(await callRaw('GET /citations/{id}', { params }))
  const [latest, before] = await call('GET /citations/{id}/versions', { params })
  if (!before || latest?.changed.join() !== 'deptReviewDate') {
    throw new Problem(412, t('changedAfterReview'), t('historyInForm'))
  }
  const response = await callRaw('POST /citations/{id}/restore', { params, body: { version: before.version }, ifMatch })
  return entityTag(response) ?? ''
}

/** Starts a job that reviews many citations or sets their reviewer. */
export const addReviewJob = (request: Described.ReviewJobRequest) => call('POST /system/reviews', { body: request })
