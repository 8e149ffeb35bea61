// What administrators do with citations: save, look at earlier states, restore one.
import { queryOptions } from '@tanstack/react-query'
import type { Citation } from './citations'
import { call, callRaw } from './client'
import type * as Described from './schema'
import type { SearchAnswer } from './search'

/** An earlier state of a citation. */
export type CitationVersion = Omit<Described.CitationVersion, 'citation'> & { citation: Citation }

/** A citation as it was saved, with other citations in use that have the same title, item number or address. */
export type SavedCitation = Citation & { warnings: Described.Warning[] }

/** Adds a citation, or replaces the one with this id in the state that `etag` names. */
export const saveCitation = (citation: unknown, id?: string, etag?: string | null) =>
  id === undefined
    ? call<SavedCitation>('/citations', { method: 'POST', body: citation })
    : call<SavedCitation>(`/citations/${encodeURIComponent(id)}`, {
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

/**
 * The citations in use that a typed title or item number may mean, the likeliest first; none for an empty text. No search of
 * a reader: it is not recorded.
 */
export const citationChoicesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['search', 'choices', typed],
    queryFn: async ({ signal }) => {
      const { hits } = await call<SearchAnswer>(`/search?${new URLSearchParams({ q: typed, record: 'false' })}`, {
        signal,
      })
      return hits.hit.map(({ id, fields: { title, ksbg_numbers: numbers } }) => ({
        id: id.replace(/^citation:/, ''),
        label: title[0] ?? '',
        note: numbers.length > 2 ? `${numbers[0]} and ${numbers.length - 1} more` : numbers.join(', '),
      }))
    },
    enabled: typed !== '',
    staleTime: 30_000,
  })
