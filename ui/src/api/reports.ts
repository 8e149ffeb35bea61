// Reports of problems, which anybody may send.
import { call } from './client'
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
