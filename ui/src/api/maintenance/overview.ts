// The numbers of the overview, and the duplicates.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call, type Nullable } from '../client'
import type * as Described from '../schema'

/** The numbers of the overview; each is the count of the list that it links to. */
export type Overview = Nullable<Described.Overview>

/** Citations in use with the same title, item number or URL. */
export type DuplicateGroup = Nullable<Described.DuplicateGroup>

/** A citation of a group. */
export type DuplicateCitation = DuplicateGroup['citations'][number]

/** Groups on a page of the list. */
export const duplicatesPageSize = 50

/** The current numbers. Translations are counted in the language with this tag; when empty, the server chooses one. */
export const overviewQuery = (lang: string) =>
  queryOptions({
    queryKey: ['overview', lang],
    queryFn: ({ signal }) => call('GET /system/overview', { query: { lang }, signal }),
    // Anyone who returns from a list sees the remaining numbers.
    gcTime: 0,
  })

/** Prefix of the keys of the groups. */
export const duplicatesKey = ['duplicates'] as const

/** A page of the groups. It is not refreshed in the background, so that a change of a group can be undone in place. */
export const duplicatesQuery = (start: number) =>
  queryOptions({
    queryKey: [...duplicatesKey, start],
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call('GET /system/duplicates', { query: { start }, signal }),
    gcTime: 0,
  })

/** The URL of the groups as CSV. */
export const duplicatesDownload = addressOf('GET /system/duplicates/download')
