// Reports of problems: anybody may send one, and administrators work on the queue.

import { addressOf, call, listQuery, type Nullable } from './client'
import type * as Described from './schema'

/** The kinds of problems, in the order in which they are offered. */
export const reportKinds = [
  'link',
  'outdated',
  'wrong',
  'translation',
  'hard',
  'other',
] as const satisfies readonly Described.ReportKind[]
export type ReportKind = (typeof reportKinds)[number]

/** The formats that can be asked for. */
export const wantedFormats = [
  'largePrint',
  'plainText',
  'braille',
  'readAloud',
] as const satisfies readonly Described.WantedFormat[]
export type WantedFormat = Described.WantedFormat

export const maxReportText = 1_000

/** A report about a citation or a packet. */
export interface NewReport {
  citation?: string
  packet?: string
  /** The language version: its tag or language value. */
  lang: string | null
  kind: Described.ReportKind
  /** With the kind `format`. */
  format?: WantedFormat
  text: string | null
  email: string | null
}

export const sendReport = (report: NewReport) => call('POST /reports', { body: report })

/** A report about a citation or a packet. */
export type ProblemReport = Omit<Nullable<Described.Report>, 'format'> & { format?: Described.WantedFormat | null }

export type ReportState = ProblemReport['state']

/** Filters the list; an empty value does not filter. */
export type ReportFilter = Record<'state' | 'kind' | 'department', string>

/** Prefix of the keys of the list. */
export const reportsKey = ['reports'] as const

/** A page of the list. */
export const reportsQuery = (filter: ReportFilter, start: number) =>
  listQuery('GET /system/reports', reportsKey, { ...filter, start })

/** The URL of the list as CSV. */
export const reportsDownload = (filter: ReportFilter) =>
  addressOf('GET /system/reports/download', { query: { ...filter } })

/** Closes or reopens a report. The note of a closed one is emailed to the reporter's address, if given. */
export const changeReport = ({ id, state, note }: { id: string; state: ReportState; note: string }) =>
  call('POST /system/reports/{id}', { params: { id }, body: { state, note: note === '' ? null : note } })
