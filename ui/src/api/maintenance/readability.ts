// Reading levels of handouts: all for administrators, those of one citation for signed-in people.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call, listQuery, type Nullable } from '../client'
import type * as Described from '../schema'

/** The reading level of a language version, or the state that explains why there is none. */
export type Readability = Nullable<Described.Readability>

/** A language version in the list. */
export type ReadabilityEntry = Readability & {
  citation: string
  readableId: string
  title: string
  department: string | null
}

export type ReadabilityState = Readability['state']
export type ReadingLevel = NonNullable<Readability['readingLevel']>
export type ReadabilityCounts = Described.ReadabilityCounts

export type ReadabilityPage = Omit<Described.ReadabilityPage, 'handouts'> & { handouts: ReadabilityEntry[] }

/** Filters the list; an empty value does not filter. */
export type ReadabilityFilter = Record<'state' | 'department', string>

/** The request for a view; with `above` only of handouts above this grade. */
type Request = ReadabilityFilter & Record<'above', string>

const readabilityKey = ['readability'] as const

/** A page of the list. */
export const readabilityQuery = (request: Request, start: number) =>
  listQuery('GET /system/readability', readabilityKey, { ...request, start })

/** The number of handouts in each state. */
export const readabilityCountsQuery = (department: string) =>
  queryOptions({
    queryKey: [...readabilityKey, 'counts', department],
    queryFn: async ({ signal }) =>
      (await call('GET /system/readability', { query: { department, start: 100_000 }, signal })).counts,
    staleTime: 60_000,
  })

/** The URL of the list as CSV. */
export const readabilityDownload = (request: Request) =>
  addressOf('GET /system/readability/download', { query: { ...request } })

/** The language versions of a citation; for signed-in people. */
export const citationReadabilityQuery = (id: string) =>
  queryOptions({
    queryKey: [...readabilityKey, 'citation', id],
    queryFn: ({ signal }) => call('GET /citations/{id}/readability', { params: { id }, signal }),
    staleTime: 60_000,
    retry: false,
  })
