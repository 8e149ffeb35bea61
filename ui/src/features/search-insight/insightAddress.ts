// The URL of Search Insight: /search_insight?days=30&language=es&page=2.
import type { InsightFilter } from '../../api/maintenance/thesaurus'
import { listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

/** The days that can be chosen. */
export const periods = ['7', '30', '90', '365'] as const

/** In the URL, no number of days means these. */
const usualPeriod = '90'

export const insightAddress = listAddress<InsightFilter>(patterns.insight, {
  days: (days) => periods.some((period) => period === days),
  language: (tag) => /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(tag),
})

/** The filter as the server expects it. */
export const toFilter = ({ days, language }: InsightFilter): InsightFilter => ({ days: days || usualPeriod, language })

/** The days as the URL has them. */
export const inAddress = (days: string) => (days === usualPeriod ? '' : days)
