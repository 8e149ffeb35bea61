// Reviews of citations: which are due, noting one or many, taking one back.
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw } from './client'
import type { CitationVersion } from './editing'
import type { Job } from './jobs'
import { Problem } from './problem'
import type { Received } from './received'
import type * as Described from './schema'

/** A citation with the day its next review is due. */
export type ReviewEntry = Received<Described.ReviewEntry>

export type ReviewState = ReviewEntry['state']

/** How far a job on reviews has come. */
export type ReviewProgress = NonNullable<Job['review']>

/** Which citations; empty for all. */
export interface ReviewFilter {
  state: string
  department: string
  reviewer: string
}

/** Citations of a page of the list. */
export const reviewsPageSize = 50

/** Key of everything that a review changes. */
export const reviewsKey = ['reviews'] as const

const parameters = (filter: ReviewFilter, start?: number) => {
  const given = Object.entries({ ...filter, start: start === undefined ? '' : String(start) })
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

const reviews = (filter: ReviewFilter, start: number, signal: AbortSignal) =>
  call<Received<Described.ReviewPage>>(`/system/reviews?${parameters(filter, start)}`, { signal })

/** A page of the list. It stays as it is until it is asked for again, so that nobody loses their place in it. */
export const reviewsQuery = (filter: ReviewFilter, start: number) =>
  queryOptions({
    queryKey: [...reviewsKey, 'list', filter, start],
    queryFn: ({ signal }) => reviews(filter, start, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever comes back to the screen sees how it is now.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** How many citations are in which state. */
export const reviewCountsQuery = (filter: Omit<ReviewFilter, 'state'>) =>
  queryOptions({
    queryKey: [...reviewsKey, 'counts', filter],
    queryFn: async ({ signal }) => (await reviews({ ...filter, state: 'overdue' }, 0, signal)).counts,
    staleTime: 60_000,
  })

/** The address of the list as CSV. */
export const reviewsDownload = (filter: ReviewFilter) => `/api/system/reviews/download?${parameters(filter)}`

const citationPath = (id: string) => `/citations/${encodeURIComponent(id)}`

/** Notes that a citation was reviewed today. */
export async function reviewCitation({ id, etag, note }: { id: string; etag: string; note: string }) {
  const body = note === '' ? {} : { note }
  await callRaw(`${citationPath(id)}/review`, { method: 'POST', body, headers: { 'if-match': etag } })
}

/** Puts back what was before the review, if nothing else was changed since. Returns the new ETag. */
export async function undoReview({ id }: { id: string }): Promise<string> {
  const etag = (await callRaw(citationPath(id))).headers.get('etag') ?? ''
  const [latest, before] = await call<CitationVersion[]>(`${citationPath(id)}/versions`)
  if (!before || latest?.changed.join() !== 'deptReviewDate') {
    throw new Problem(412, 'It was changed since', 'Its history is in the edit form.')
  }
  const response = await callRaw(`${citationPath(id)}/restore`, {
    method: 'POST',
    body: { version: before.version },
    headers: { 'if-match': etag },
  })
  return response.headers.get('etag') ?? ''
}

/** Does the same with many citations, in the background. */
export const addReviewJob = (request: Described.ReviewJobRequest) =>
  call<Job>('/system/reviews', { method: 'POST', body: request })
