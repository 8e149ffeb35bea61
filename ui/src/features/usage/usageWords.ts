// Labels and numbers of the usage.
import t from 'messages:staff/usage'
import type { UsageBy, UsageCounts, UsageRow } from '../../api/maintenance/usage'
import { monthName } from '../../lib/dates/dates'

/** What is counted, in the order in which it is shown. */
export const measures = ['view', 'open', 'scan', 'order'] as const
export type Measure = (typeof measures)[number]

export const measureWords: Record<Measure, string> = {
  view: t('view'),
  open: t('open'),
  scan: t('scan'),
  order: t('order'),
}

export const byWords: Record<UsageBy, string> = {
  citation: t('title'),
  language: t('language'),
  department: t('department'),
  month: t('month'),
}

export const countWords = (count: number) => count.toLocaleString('en-US')

/** The name of a row. */
export function rowName(by: UsageBy, { title, key }: Pick<UsageRow, 'title' | 'key'>): string {
  if (by === 'month') return monthName(key)
  return by === 'department' && key === '' ? t('noDepartment') : title
}

const isCounted = (counts: UsageCounts) => measures.some((measure) => counts[measure] > 0)

/** The first month in which something was counted, if it is not the first of the list. */
export function countedSince(months: readonly UsageRow[]): string | undefined {
  const first = months.findIndex(isCounted)
  return first > 0 ? months[first]?.key : undefined
}
