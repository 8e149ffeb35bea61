// The audit trail, for auditors.
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client'
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

const parameters = (filter: AuditFilter, more: Record<string, string>) => {
  const given = Object.entries({ ...filter, ...more })
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

/** A page of the list, newest first. It is not refreshed in the background, so that nobody loses their place in it. */
export const auditQuery = (filter: AuditFilter, start: number) =>
  queryOptions({
    queryKey: ['audit', filter, start] as const,
    queryFn: ({ signal }) =>
      call<Described.AuditPage>(`/system/audit?${parameters(filter, { start: String(start) })}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** The URL of the list as a file. */
export const auditDownload = (filter: AuditFilter, format: 'csv' | 'jsonl') =>
  `/api/system/audit/download?${parameters(filter, { format })}`
