// The audit trail, for auditors.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call } from '../client'
import type * as Described from '../schema'

/** A row of the audit trail. */
export type AuditEntry = Described.AuditEntry

/** Filters the list; an empty value does not filter. */
export interface AuditFilter {
  from: string
  to: string
  actor: string
  action: string
  object: string
}

/** Rows on a page of the list. */
export const auditPageSize = 50

/** A page of the list, newest first. It is not refreshed in the background, so that nobody loses their place in it. */
export const auditQuery = (filter: AuditFilter, start: number) =>
  queryOptions({
    queryKey: ['audit', filter, start] as const,
    queryFn: ({ signal }) => call('GET /system/audit', { query: { ...filter, start }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** The URL of the list as a file. */
export const auditDownload = (filter: AuditFilter, format: 'csv' | 'jsonl') =>
  addressOf('GET /system/audit/download', { query: { ...filter, format } })
