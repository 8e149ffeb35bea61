// Citations with their records and QR codes, and counting their views and openings.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { addressOf, callRaw, entityTag, type Nullable } from '../client'
import type { Finding } from '../maintenance/accessibility'
import { Problem } from '../problem'
import type * as Described from '../schema'
import type { FileCopy, StoredFile } from './files'

/** With a stored file, `url` is its address on this server. `copy` is only in the record of an earlier day. */
export type LanguageVersion = Omit<
  Nullable<Described.LanguageVersion>,
  'file' | 'title' | 'findings' | 'otherFormat'
> & {
  title?: string | null
  /** Only for the signed-in. */
  findings?: Finding[] | null
  /** Families are offered another format. */
  otherFormat?: boolean | null
  file?: StoredFile | null
  copy?: FileCopy | null
}

export type RevisionDate = Described.RevisionDate

export type Citation = Omit<Nullable<Described.Citation>, 'languages'> & { languages: LanguageVersion[] }

/** The address at which people open a version; null where there is none, and for a withdrawn file. */
export const openedUrl = ({ url, file }: LanguageVersion): string | null => (file?.withdrawn ? null : url)

/** A citation with its entity tag, and the ID that the server redirected to. */
export interface CitationAnswer {
  /** With the published packets that contain it; a record of the past has none. */
  citation: Citation & { packets?: Described.PacketLink[] | null }
  etag: string | null
  /** The ID in the final URL after redirects; null when it is the requested one. */
  movedTo: string | null
}

/** The ID in a citation's URL: its first readable ID, else its ID. */
export const addressId = (citation: Pick<Citation, 'id' | 'readableIds'>) => citation.readableIds[0]?.id ?? citation.id

/** The keys of the queries that load this citation: by its ID and by its address. */
export const citationKeys = (citation: Pick<Citation, 'id' | 'readableIds'>) =>
  [citation.id, addressId(citation)].map((id) => citationQuery(id).queryKey)

/** Loads a citation, with `asOf` as it was at the end of that day. */
export async function loadCitation(
  id: string,
  signal: AbortSignal,
  { asOf, headers }: { asOf?: string; headers?: Record<string, string> } = {},
): Promise<CitationAnswer> {
  const response = await callRaw('GET /citations/{id}', { params: { id }, query: { asOf }, signal, headers })
  const answered = response.redirected ? decodeURIComponent(new URL(response.url).pathname.split('/').at(-1) ?? '') : id
  return {
    citation: (await response.json()) as CitationAnswer['citation'],
    etag: entityTag(response),
    movedTo: answered && answered !== id ? answered : null,
  }
}

export const citationQuery = (id: string) =>
  queryOptions({
    queryKey: ['citation', id],
    queryFn: ({ signal }) => loadCitation(id, signal),
    staleTime: 60_000,
  })

/** As `citationQuery`, for the page of the citation: the server counts the first load as a view. */
export const citationPageQuery = (id: string) => {
  const query = citationQuery(id)
  return queryOptions({
    ...query,
    queryFn: ({ client, signal }) => {
      const isShown = client.getQueryData(query.queryKey) !== undefined
      return loadCitation(id, signal, isShown ? {} : { headers: { 'handout-view': 'true' } })
    },
  })
}

/** Counts a view of a citation that is shown from the cache. Failures are ignored. */
export const countView = (id: string, etag: string | null) =>
  void callRaw('GET /citations/{id}', {
    params: { id },
    headers: { 'handout-view': 'true', ...(etag && { 'if-none-match': etag }) },
  }).catch(() => null)

/** The latest version of a citation that somebody else has saved; never from the cache. */
export const latestCitationQuery = (id: string) =>
  queryOptions({
    queryKey: ['citation', id, 'latest'],
    queryFn: ({ signal }) => loadCitation(id, signal),
    staleTime: 0,
    gcTime: 0,
  })

/** Several citations as they are now; never from the cache. */
export const currentCitationsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['citations', ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => loadCitation(id, signal))),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Several citations, in order; those that do not exist are omitted. */
export const existingCitationsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['citations', 'existing', ids],
    queryFn: async ({ signal }) => {
      const load = (id: string) =>
        loadCitation(id, signal).catch((error: unknown) => {
          if (error instanceof Problem && error.status === 404) return null
          throw error
        })
      return (await Promise.all(ids.map(load))).flatMap((answer) => answer?.citation ?? [])
    },
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

/** The number of pages of each language version of several citations. A citation that cannot be loaded is omitted. */
export const pagesQuery = (client: QueryClient, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['pages', ids],
    queryFn: async () => {
      const answers = await Promise.allSettled(ids.map((id) => client.fetchQuery(citationQuery(id))))
      return answers.flatMap((answer) => {
        if (answer.status === 'rejected') return []
        const { id, languages } = answer.value.citation
        return languages.map(({ lang, pages }) => ({ id, lang, pages: pages ?? null }))
      })
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: ids.length > 0,
  })

/** The URL of a language version's QR code; as a card, of the image to copy or save. */
export function qrPath(id: string, url: string, as: 'code' | 'card'): string {
  const query = { url, card: as === 'card' ? '1' : null }
  return addressOf('GET /citations/{id}/qr.png', { params: { id }, query })
}

/** A citation as it was at the end of a day, `YYYY-MM-DD`; for signed-in people. */
export const recordQuery = (id: string, day: string) =>
  queryOptions({
    queryKey: ['record', id, day],
    // An empty day would be left out of the query, and is as invalid as any other text.
    queryFn: ({ signal }) => loadCitation(id, signal, { asOf: day || 'none' }),
  })

const MIDDLE_BUTTON = 1

/**
 * The click handlers of a link to the file of a language version, which count that it was opened; `lang` is the language value
 * or its tag. The link does not wait for it, and failures are ignored.
 */
export function countOpening(citation: string, lang: string) {
  const count = () => {
    navigator.sendBeacon?.('/api/usage', JSON.stringify({ citation, lang, kind: 'open' }))
  }
  return {
    onClick: count,
    onAuxClick: ({ button }: MouseEvent) => {
      if (button === MIDDLE_BUTTON) count()
    },
  }
}
