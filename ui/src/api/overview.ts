// What an administrator has to look after: numbers, and the citations that share something.
import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { Received } from './received'
import type * as Described from './schema'

/** How much there is to look after, each as the list it leads to counts it. */
export type Overview = Received<Described.Overview>

/** Citations in use with the same title, item number or address. */
export type DuplicateGroup = Received<Described.DuplicateGroup>

/** A citation of a group. */
export type DuplicateCitation = DuplicateGroup['citations'][number]

/** Groups of a page of the list. */
export const duplicatesPageSize = 50

/** The numbers as they are now; translations are counted in the language with this tag, or in the server's choice. */
export const overviewQuery = (lang: string) =>
  queryOptions({
    queryKey: ['overview', lang],
    queryFn: ({ signal }) =>
      call<Overview>(`/system/overview${lang === '' ? '' : `?${new URLSearchParams({ lang })}`}`, { signal }),
    // Whoever comes back from a list sees what is left.
    gcTime: 0,
  })

/** Key of the groups. */
export const duplicatesKey = ['duplicates'] as const

/** A page of the groups. It stays as it is until it is asked for again, so that what was done with a group can be undone. */
export const duplicatesQuery = (start: number) =>
  queryOptions({
    queryKey: [...duplicatesKey, start],
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call<Received<Described.DuplicatePage>>(`/system/duplicates?start=${start}`, { signal }),
    gcTime: 0,
  })

/** The address of the groups as CSV. */
export const duplicatesDownload = '/api/system/duplicates/download'
