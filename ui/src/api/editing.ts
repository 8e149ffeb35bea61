// What administrators do with citations: save, look at earlier states, restore one.
import { queryOptions } from '@tanstack/react-query'
import type { Citation } from './citations'
import { call, callRaw } from './client'
import type * as Described from './schema'

/** An earlier state of a citation. */
export type CitationVersion = Omit<Described.CitationVersion, 'citation'> & { citation: Citation }

/** Adds a citation, or replaces the one with this id in the state that `etag` names. */
export const saveCitation = (citation: unknown, id?: string, etag?: string | null) =>
  id === undefined
    ? call<Citation>('/citations', { method: 'POST', body: citation })
    : call<Citation>(`/citations/${encodeURIComponent(id)}`, {
        method: 'PUT',
        body: citation,
        headers: etag ? { 'if-match': etag } : {},
      })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['versions', id],
    queryFn: ({ signal }) => call<CitationVersion[]>(`/citations/${encodeURIComponent(id)}/versions`, { signal }),
  })

export async function restoreVersion(id: string, version: number, etag: string | null) {
  await callRaw(`/citations/${encodeURIComponent(id)}/restore`, {
    method: 'POST',
    body: { version },
    headers: etag ? { 'if-match': etag } : {},
  })
}
