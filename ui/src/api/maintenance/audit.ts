// The audit trail, for auditors.
import { addressOf, listQuery } from '../client'
import type * as Described from '../schema'

/** A row of the audit trail. */
export type AuditEntry = Described.AuditEntry

/** Filters the list; an empty value does not filter. */
export type AuditFilter = Record<'from' | 'to' | 'actor' | 'action' | 'object', string>

/** A page of the list, newest first. */
export const auditQuery = (filter: AuditFilter, start: number) =>
  listQuery('GET /system/audit', ['audit'], { ...filter, start })

/** The URL of the list as a file. */
export const auditDownload = (filter: AuditFilter, format: 'csv' | 'jsonl') =>
  addressOf('GET /system/audit/download', { query: { ...filter, format } })
