// Changing many citations at once: what a change would do, making it, undoing it.
import { call } from './client'
import type { Job } from './jobs'
import type { Received } from './received'
import type * as Described from './schema'

/** What is done to which fields, as the server takes it. */
export interface BulkChange {
  set?: Record<string, unknown> | null
  add?: Record<string, unknown> | null
  remove?: Record<string, unknown> | null
}

/** The citations that a change is for: these, or all that a search finds. */
export type BulkTarget =
  | { citations: readonly { id: string; etag?: string | null }[] }
  | { query: { q: string; fq: string | null; obsolete: boolean; lang: string | null } }

export type BulkPreview = Received<Omit<Described.BulkPreview, 'citations'>> & { citations: BulkDifference[] }

/** A citation before and after; fields as in its JSON. */
export type BulkDifference = Omit<Described.BulkDifference, 'before' | 'after'> & {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** How far a job on many citations has come. */
export type BulkProgress = NonNullable<Job['bulk']>

/** What the change would do; nothing is written. */
export const previewChange = (target: BulkTarget, change: BulkChange) =>
  call<BulkPreview>('/system/bulk', { method: 'POST', body: { ...target, change, preview: true } })

/** Makes the change in the background. */
export const startChange = (target: BulkTarget, change: BulkChange) =>
  call<Job>('/system/bulk', { method: 'POST', body: { ...target, change, preview: false } })

/** Restores in the background what a job has changed. */
export const undoJob = (id: string) => call<Job>(`/system/jobs/${encodeURIComponent(id)}/undo`, { method: 'POST' })
