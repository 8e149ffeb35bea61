// The URL of the usage: /usage?list=unused&months=24&department=Surgery&page=2.
import t from 'messages:staff/usage'
import { type UsageFilter, type UsageList, usageBy } from '../../api/maintenance/usage'
import { monthsBefore } from '../../lib/dates/dates'
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
