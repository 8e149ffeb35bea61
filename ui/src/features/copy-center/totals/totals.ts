// Totals of orders: URL, labels, and the data of the chart.
import { type OrderTotal, type TotalsBy, type TotalsFilter, totalsBy } from '../../../api/orders/copyCenter'
import { parsePage } from '../../../components/list/pages'
import { dollars } from '../../../lib/estimate'

export const byWords: Record<TotalsBy, string> = {
  costCenter: 'Cost center',
  department: 'Department',
  month: 'Month',
  item: 'Item',
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Parses a URL; invalid values are ignored. */
export function readTotalsAddress(parameters: URLSearchParams): { filter: TotalsFilter; page: number } {
  const day = (name: string) => {
    const text = parameters.get(name) ?? ''
    return isDay(text) ? text : ''
  }
  const by = totalsBy.find((known) => known === parameters.get('by')) ?? 'costCenter'
  return { filter: { by, from: day('from'), to: day('to') }, page: parsePage(parameters.get('page')) }
}

export function writeTotalsAddress({ by, from, to }: TotalsFilter, page = 1): URLSearchParams {
  const given = { by: by === 'costCenter' ? '' : by, from, to, page: page > 1 ? String(page) : '' }
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
}

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' })

/** The name of a total. */
export function totalName(by: TotalsBy, { value, title, lang }: Pick<OrderTotal, 'value' | 'title' | 'lang'>): string {
  if (by === 'month') {
    const first = new Date(`${value}-01T00:00:00Z`)
    return Number.isNaN(first.getTime()) ? value : monthFormat.format(first)
  }
  if (by === 'item') return [title, lang].filter(Boolean).join(', ') || value
  return value
}

export interface Bar {
  name: string
  /** The text beside the bar. */
  words: string
  /** Relative to the longest bar, from 0 to 1. */
  length: number
}

/** The maximum number of bars. */
export const maxBars = 12

/**
 * The bars of the chart: estimated dollars, or pieces if nothing is estimated; the latest months, or otherwise the largest
 * totals.
 */
export function chartBars(by: TotalsBy, totals: readonly OrderTotal[]): { unit: 'dollars' | 'pieces'; bars: Bar[] } {
  const unit = totals.some(({ estimate }) => estimate > 0) ? 'dollars' : 'pieces'
  const figureOf = ({ estimate, pieces }: OrderTotal) => (unit === 'dollars' ? estimate : pieces)
  const shown =
    by === 'month' ? totals.slice(-maxBars) : [...totals].sort((a, b) => figureOf(b) - figureOf(a)).slice(0, maxBars)
  const longest = Math.max(...shown.map(figureOf), 0)
  return {
    unit,
    bars: shown.map((total) => ({
      // Titles are too long for the chart.
      name:
        by === 'item' && total.value !== ''
          ? [total.value, total.lang].filter(Boolean).join(', ')
          : totalName(by, total),
      words: unit === 'dollars' ? dollars(total.estimate) : total.pieces.toLocaleString('en-US'),
      length: longest === 0 ? 0 : figureOf(total) / longest,
    })),
  }
}
