// The numbers of the overview, and the duplicates.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call, listQuery, type Nullable } from '../client'
import type * as Described from '../schema'

/** The numbers of the overview; each is the count of the list that it links to. */
export type Overview = Nullable<Described.Overview>

/** Citations in use with the same title, item number or URL. */
export type DuplicateGroup = Nullable<Described.DuplicateGroup>

/** A citation of a group. */
export type DuplicateCitation = DuplicateGroup['citations'][number]

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

/** A page of the groups. */
export const duplicatesQuery = (start: number) => listQuery('GET /system/duplicates', duplicatesKey, { start })

/** The URL of the groups as CSV. */
export const duplicatesDownload = addressOf('GET /system/duplicates/download')
