// The URLs of Search Insight: /search_insight?days=30&language=es&page=2 and /search_insight?view=codes.
import type { InsightFilter } from '../../api/maintenance/thesaurus'
import { listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

/** The days that can be chosen. */
export const periods = ['7', '30', '90', '365'] as const

/** The URL omits this one. */
const defaultPeriod = '90'

const isPeriod = (days: string) => periods.some((period) => period === days)

export const insightAddress = listAddress<InsightFilter>(patterns.insight, {
  days: isPeriod,
  language: (tag) => /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(tag),
})

/** The list of codes without a handout. */
export const codesAddress = listAddress<{ view: string; days: string }>(patterns.insight, {
  view: (view) => view === 'codes',
  days: isPeriod,
})

/** The filter as the server expects it. */
export const toFilter = ({ days, language }: InsightFilter): InsightFilter => ({ days: toDays(days), language })

/** The days as the server expects them. */
export const toDays = (days: string) => days || defaultPeriod

/** The value of the days in the URL. */
export const inAddress = (days: string) => (days === defaultPeriod ? '' : days)
