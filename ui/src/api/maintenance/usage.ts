// Usage of handouts: all for administrators, one citation's for signed-in people.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call, listQuery } from '../client'
import type * as Described from '../schema'

/** What usage can be grouped by. */
export const usageBy = ['citation', 'language', 'department', 'month'] as const
export type UsageBy = (typeof usageBy)[number]

/** The first and last day, `YYYY-MM-DD`, are both included. */
export type UsageFilter = Record<'from' | 'to' | 'department', string>

/** How often something was viewed, opened and scanned, and how many pieces were ordered. */
export type UsageCounts = Described.UsageCounts

/** The counts of a citation, language, department or month; the rest is known of citations. */
export type UsageRow = Described.UsageRow

/** A language in which handouts were requested and not found. */
export type WantedLanguage = Described.WantedLanguage

export type UsagePage = Described.UsageReport

/** Prefix of the keys of usage. */
export const usageKey = ['usage'] as const

/** The rows of a grouping, or the citations that nobody has opened, scanned or ordered. */
export type UsageList = UsageBy | 'unused'

const listed = (list: UsageList, filter: UsageFilter) => ({
  ...(list === 'unused' ? { unused: true } : { by: list }),
  ...filter,
})

/** A page of a list. That of unused citations is worked through, the others are refreshed in the background. */
export const usageQuery = (list: UsageList, filter: UsageFilter, start: number) => ({
  ...listQuery('GET /system/usage', [...usageKey, list], { ...listed(list, filter), start }),
  ...(list !== 'unused' && { staleTime: 60_000, refetchOnWindowFocus: true }),
})

/** The URL of a list as CSV. */
export const usageDownload = (list: UsageList, filter: UsageFilter) =>
  addressOf('GET /system/usage/download', { query: listed(list, filter) })

/** The use of a citation in the last 12 months. */
export const citationUsageQuery = (id: string) =>
  queryOptions({
    queryKey: [...usageKey, 'citation', id],
    queryFn: ({ signal }) => call('GET /citations/{id}/usage', { params: { id }, signal }),
    staleTime: 60_000,
  })
