// Editing citations, for administrators: save, list versions, restore one.

import messages from 'messages:staff/controls'
import { queryOptions } from '@tanstack/react-query'
import { staffText } from '../../i18n/staffText'
import { call, callRaw, entityTag, parseJson } from '../client'
import type * as Described from '../schema'
import type { Citation, CitationAnswer } from './citations'
import type { SearchAnswer } from './search'
import { searchKey } from './search'

const t = staffText(messages)

/** An earlier version of a citation. */
export type CitationVersion = Omit<Described.CitationVersion, 'citation'> & { citation: Citation }

/** A saved citation with warnings about other citations in use that share its title, item number or URL. */
export type SavedCitation = Citation & { warnings: Described.Warning[] }

/** Adds a citation, or replaces the one with this ID if it still has this entity tag. */
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

/** Stores what a link of a citation serves; the citation then has the file instead of the link. */
export async function storeLink(id: string, url: string, etag: string | null): Promise<CitationAnswer> {
  const response = await callRaw(`/citations/${encodeURIComponent(id)}/store`, {
    method: 'POST',
    body: { url },
    headers: etag ? { 'if-match': etag } : {},
  })
  return { citation: await parseJson<Citation>(response), etag: entityTag(response), movedTo: null }
}

/**
 * The citations in use that match a typed title or item number, best first; none for an empty text. The search is not recorded.
 */
export const citationChoicesQuery = (typed: string) =>
  queryOptions({
    queryKey: [...searchKey, 'choices', typed],
    queryFn: async ({ signal }) => {
      const { hits } = await call<SearchAnswer>(`/search?${new URLSearchParams({ q: typed, record: 'false' })}`, {
        signal,
      })
      return hits.hit.map(({ id, fields: { title, ksbg_numbers: numbers } }) => ({
        id: id.replace(/^citation:/, ''),
        label: title[0] ?? '',
        note:
          numbers.length > 2
            ? t('numberAndMore', { number: numbers[0] ?? '', count: numbers.length - 1 })
            : numbers.join(', '),
      }))
    },
    enabled: typed !== '',
    staleTime: 30_000,
  })
