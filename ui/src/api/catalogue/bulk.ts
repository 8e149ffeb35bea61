// Bulk edit: preview, start, undo.
import type { QueryClient } from '@tanstack/react-query'
import { call, type Nullable } from '../client'
import { Problem } from '../problem'
import type * as Described from '../schema'
import { finishedJob, type Job } from './jobs'

/** The fields to set, and the values to add and remove. */
export type BulkChange = Described.BulkChangeRequest

/** The citations to change: the given ones, or all matches of a search. */
export type BulkTarget =
  | { citations: readonly { id: string; etag?: string | null }[] }
  | { query: { q: string; fq: string | null; obsolete: boolean; lang: string | null } }

export type BulkPreview = Nullable<Omit<Described.BulkPreview, 'citations'>> & { citations: BulkDifference[] }

/** A citation before and after the change; field names as in its JSON. */
export type BulkDifference = Omit<Described.BulkDifference, 'before' | 'after'> & {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export type BulkProgress = NonNullable<Job['bulk']>

/** Returns what the change would do, without writing anything. */
export const previewChange = (target: BulkTarget, change: BulkChange) =>
  call('POST /system/bulk', { body: { ...target, change, preview: true } }) as Promise<BulkPreview>

/** Starts the change as a background job. */
export const startChange = (target: BulkTarget, change: BulkChange) =>
  call('POST /system/bulk', { body: { ...target, change, preview: false } }) as Promise<Job>

/** Starts a job that reverts the changes of another one. */
export const undoJob = (id: string) => call('POST /system/jobs/{id}/undo', { params: { id } })

const affectedKeys = ['search', 'citation', 'facets', 'versions', 'reviews']

/** Refreshes every query that a bulk edit may affect. */
export function refreshAfterBulkEdit(client: QueryClient) {
  for (const key of affectedKeys) void client.invalidateQueries({ queryKey: [key] })
}

/** Waits for a job that changes one citation. Throws the reason if it was not changed. */
async function afterChange({ id }: Job, signal: AbortSignal): Promise<string> {
  const { changed, error, bulk } = await finishedJob(id, signal)
  const reason = error ?? bulk?.left[0]?.reason
  if (changed === 0) throw new Problem(412, reason?.replace(/\.$/, '') ?? '')
  return id
}

/** Makes a citation obsolete if it still has this entity tag. Returns the job, which can be undone; `signal` ends the wait. */
export async function markObsolete(
  { id, etag }: { id: string; etag: string },
  replacedBy: string,
  signal: AbortSignal,
): Promise<string> {
  const set = { obsolete: true, ...(replacedBy === '' ? {} : { replacedBy }) }
  return afterChange(await startChange({ citations: [{ id, etag }] }, { set }), signal)
}

/** Undoes `markObsolete`. */
export const undoObsolete = async (job: string, signal: AbortSignal) => afterChange(await undoJob(job), signal)
