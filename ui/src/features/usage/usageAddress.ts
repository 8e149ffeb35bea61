// The URL of the usage: /usage?list=unused&months=24&department=Surgery&page=2.
import t from 'messages:staff/usage'
import {
  type UsageBy,
  type UsageCounts,
  type UsageFilter,
  type UsageList,
  type UsageRow,
  usageBy,
} from '../../api/maintenance/usage'
import { monthName, monthsBefore } from '../../lib/dates/dates'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

/** The months that can be chosen, this one included. */
export const periods = ['3', '12', '24', '36'] as const

/** The URL omits this one. */
const defaultPeriod = '12'

export interface UsageAddress {
  /** Empty for the summary. */
  list: string
  months: string
  department: string
}

/** The views of the screen in order. */
export const lists: readonly { list: UsageList | ''; label: string }[] = [
  { list: '', label: t('glance') },
  { list: 'citation', label: t('handouts') },
  { list: 'language', label: t('languages') },
  { list: 'department', label: t('departments') },
  { list: 'month', label: t('months') },
  { list: 'unused', label: t('unused') },
]

export const usageAddress = listAddress<UsageAddress>(patterns.usage, {
  list: (list) => list === 'unused' || usageBy.some((by) => by === list),
  months: (months) => periods.some((period) => period === months),
  department: anyText,
})

/** The value of the months in the URL. */
export const inAddress = (months: string) => (months === defaultPeriod ? '' : months)

/** The number of months of a URL. */
export const monthsOf = ({ months }: Pick<UsageAddress, 'months'>) => Number(months || defaultPeriod)

/**
 * The filter of a list as the server expects it: whole calendar months that end with this one. For unused citations the
 * period ends today instead, so that none is listed that was used within the last twelve months.
 */
export function toFilter(address: Omit<UsageAddress, 'list'>, list: UsageList, today: string): UsageFilter {
  const months = monthsOf(address)
  const from = list === 'unused' ? monthsBefore(today, months) : monthsBefore(`${today.slice(0, 7)}-01`, months - 1)
  return { from, to: '', department: address.department }
}

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
