// Links of handouts: which are broken, having one checked now, marks on a citation's page.
import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { Received } from './received'
import type * as Described from './schema'

/** A link of a citation with where it stands. */
export type LinkEntry = Received<Described.LinkEntry>

export type LinkState = LinkEntry['state']

/** A link that is broken or has changed. */
export type LinkMark = Received<Described.LinkMark>

/** Which links; empty for all. */
export interface LinkFilter {
  /** A state, or `broken` for gone, no answer and a page instead of the file. */
  state: string
  department: string
}

/** Links of a page of the list. */
export const linksPageSize = 50

/** Key of everything that a check changes. */
export const linksKey = ['links'] as const

const parameters = (given: Record<string, string>) =>
  new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))

const links = (given: Record<string, string>, signal?: AbortSignal) =>
  call<Received<Described.LinkPage>>(`/system/links?${parameters(given)}`, { signal })

/** A page of the list. It stays as it is until it is asked for again, so that nobody loses their place in it. */
export const linksQuery = (filter: LinkFilter, start: number) =>
  queryOptions({
    queryKey: [...linksKey, 'list', filter, start],
    queryFn: ({ signal }) => links({ ...filter, start: String(start) }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever comes back to the screen sees how it is now.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** How many links are in which state. */
export const linkCountsQuery = (department: string) =>
  queryOptions({
    queryKey: [...linksKey, 'counts', department],
    queryFn: async ({ signal }) => (await links({ department, state: 'broken' }, signal)).counts,
    staleTime: 60_000,
  })

/** The address of the list as CSV. */
export const linksDownload = (filter: LinkFilter) => `/api/system/links/download?${parameters({ ...filter })}`

/** Has an address of a citation checked now. */
export const checkLink = ({ citation, url }: Pick<LinkEntry, 'citation' | 'url'>) =>
  call<void>('/system/links/check', { method: 'POST', body: { citation, url } })

/** The links of one citation as they are now. */
export const linksOf = async (citation: string, signal: AbortSignal) => (await links({ citation }, signal)).links

/** The links of a citation that are broken or have changed, for whoever is signed in. */
export const linkMarksQuery = (id: string) =>
  queryOptions({
    queryKey: [...linksKey, 'marks', id],
    queryFn: ({ signal }) => call<LinkMark[]>(`/citations/${encodeURIComponent(id)}/links`, { signal }),
    staleTime: 60_000,
    retry: false,
  })
