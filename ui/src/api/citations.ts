// Citations as the API gives them.
import { queryOptions } from '@tanstack/react-query'
import { callRaw } from './client'
import type { Received } from './received'
import type * as Described from './schema'

export type LanguageVersion = Received<Described.LanguageVersion>

export type RevisionDate = Described.RevisionDate

export type Citation = Received<Described.Citation>

/** A citation, the version it is at, and whether the server sent us on to another address for it. */
export interface CitationAnswer {
  citation: Citation
  etag: string | null
  /** The id in the address that answered in the end, when it is not the one asked for. */
  movedTo: string | null
}

/** Where a citation's own address is: its first readable id, else its id. */
export const addressId = (citation: Pick<Citation, 'id' | 'readableIds'>) => citation.readableIds[0]?.id ?? citation.id

/** The citation at `/citations/{id}`, with a query or without. */
export async function loadCitation(id: string, query: string, signal: AbortSignal): Promise<CitationAnswer> {
  const response = await callRaw(`/citations/${encodeURIComponent(id)}${query}`, { signal })
  const answered = response.redirected ? decodeURIComponent(new URL(response.url).pathname.split('/').at(-1) ?? '') : id
  return {
    citation: (await response.json()) as Citation,
    etag: response.headers.get('etag'),
    movedTo: answered && answered !== id ? answered : null,
  }
}

export const citationQuery = (id: string) =>
  queryOptions({
    queryKey: ['citation', id],
    queryFn: ({ signal }) => loadCitation(id, '', signal),
    staleTime: 60_000,
  })

/** The QR code of a language version's address; as a card, the image to copy or save. */
export function qrPath(id: string, url: string, as: 'code' | 'card'): string {
  const card = as === 'card' ? '&card=1' : ''
  return `/api/citations/${encodeURIComponent(id)}/qr.png?url=${encodeURIComponent(url)}${card}`
}
