// Editing citations, for administrators: save, list versions, restore one.

import t from 'messages:staff/controls'
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw, entityTag, parseJson } from '../client'
import type * as Described from '../schema'
import type { Citation, CitationAnswer } from './citations'
import { searchKey } from './search'

/** An earlier version of a citation. */
export type CitationVersion = Omit<Described.CitationVersion, 'citation'> & { citation: Citation }

/** A saved citation with warnings about other citations in use that share its title, item number or URL. */
export type SavedCitation = Citation & { warnings: Described.Warning[] }

/** The fields of a citation to save. Of a stored file, digest and name are enough. */
type CitationDraft = { [Name in keyof Described.CitationInput]: unknown }

/** Adds a citation, or replaces the one with this ID if it still has this entity tag. */
export function saveCitation(citation: CitationDraft, id?: string, ifMatch?: string | null) {
  const body = citation as Described.CitationInput
  const saved =
    id === undefined
      ? call('POST /citations', { body })
      : call('PUT /citations/{id}', { params: { id }, body, ifMatch })
  return saved as Promise<SavedCitation>
}

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['versions', id],
    queryFn: ({ signal }) =>
      call('GET /citations/{id}/versions', { params: { id }, signal }) as Promise<CitationVersion[]>,
  })

export const restoreVersion = (id: string, version: number, ifMatch: string | null) =>
  call('POST /citations/{id}/restore', { params: { id }, body: { version }, ifMatch })

/** Stores what a link of a citation serves; the citation then has the file instead of the link. */
export async function storeLink(id: string, url: string, ifMatch: string | null): Promise<CitationAnswer> {
  const response = await callRaw('POST /citations/{id}/store', { params: { id }, body: { url }, ifMatch })
  return { citation: (await parseJson(response)) as SavedCitation, etag: entityTag(response), movedTo: null }
}

/**
 * The citations in use that match a typed title or item number, best first; none for an empty text. The search is not recorded.
 */
export const citationChoicesQuery = (typed: string) =>
  queryOptions({
    queryKey: [...searchKey, 'choices', typed],
    queryFn: async ({ signal }) => {
      const { hits } = await call('GET /search', { query: { q: typed, record: false }, signal })
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
