// The link check: list of URLs with their states, checking one now, and the marks on a citation's page.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call, listQuery, type Nullable, type Options } from '../client'
import type * as Described from '../schema'

/** A URL of a citation with the state of its link check. */
export type LinkEntry = Nullable<Described.LinkEntry>

export type LinkState = LinkEntry['state']

/** A URL that is broken or whose file has changed. */
export type LinkMark = Nullable<Described.LinkMark>

/** Filters the list; an empty value does not filter. The state `broken` is gone, unreachable or soft404. */
export type LinkFilter = Record<'state' | 'department', string>

/** Prefix of the keys of all queries that a check changes. */
const linksKey = ['links'] as const

/** Prefix of the keys of the list. */
export const linkListKey = [...linksKey, 'list'] as const

/** Prefix of the keys of the counts. */
export const linkCountsKey = [...linksKey, 'counts'] as const

const links = (query: Options<'GET /system/links'>['query'], signal?: AbortSignal) =>
  call('GET /system/links', { query, signal })

/** A page of the list. */
export const linksQuery = (filter: LinkFilter, start: number) =>
  listQuery('GET /system/links', linkListKey, { ...filter, start })

/** The number of links in each state. */
export const linkCountsQuery = (department: string) =>
  queryOptions({
    queryKey: [...linkCountsKey, department],
    queryFn: async ({ signal }) => (await links({ department, state: 'broken' }, signal)).counts,
    staleTime: 60_000,
  })

/** The URL of the list as CSV. */
export const linksDownload = (filter: LinkFilter) => addressOf('GET /system/links/download', { query: { ...filter } })

/** Asks the server to check a URL of a citation now. */
export const checkLink = ({ citation, url }: Pick<LinkEntry, 'citation' | 'url'>) =>
  call('POST /system/links/check', { body: { citation, url }, content: 'nothing' })

/** The URLs of one citation with their current states. */
export const citationLinks = async (citation: string, signal: AbortSignal) => (await links({ citation }, signal)).links

/** The URLs of a citation that are broken or whose file has changed; for signed-in people. */
export const linkMarksQuery = (id: string) =>
  queryOptions({
    queryKey: [...linksKey, 'marks', id],
    queryFn: ({ signal }) => call('GET /citations/{id}/links', { params: { id }, signal }),
    staleTime: 60_000,
    retry: false,
  })
