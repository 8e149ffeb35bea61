// Totals of orders: URL, labels, and the data of the chart.
import t from 'messages:staff/copyCenter'
import { type OrderTotal, type TotalsBy, type TotalsFilter, totalsBy } from '../../../api/orders/copyCenter'
import { type Bar, barsOf } from '../../../components/list/BarChart'
import { monthName } from '../../../lib/dates/dates'
import { dollars } from '../../../lib/estimate'
import { isDay, listAddress } from '../../../listkit/listAddress'
import { patterns } from '../../../paths'

export const byWords: Record<TotalsBy, string> = {
  costCenter: t('costCenter'),
  department: t('department'),
  month: t('month'),
  item: t('item'),
}

/** The URL omits this one. */
const defaultGrouping = 'costCenter'

/** The URL of the totals: /orders/totals?by=month&from=2026-01-01&page=2. */
export const totalsAddress = listAddress<Record<keyof TotalsFilter, string>>(patterns.orderTotals, {
  by: (by) => totalsBy.some((known) => known === by),
  from: isDay,
  to: isDay,
})

/** The filter as the server expects it. */
export const toFilter = ({ by, from, to }: Record<keyof TotalsFilter, string>): TotalsFilter => ({
  by: totalsBy.find((known) => known === by) ?? defaultGrouping,
  from,
  to,
})

/** The value of a grouping in the URL. */
export const inAddress = (by: string) => (by === defaultGrouping ? '' : by)

/** The name of a total. */
export function totalName(by: TotalsBy, { value, title, lang }: Pick<OrderTotal, 'value' | 'title' | 'lang'>): string {
  if (by === 'month') return monthName(value)
  if (by === 'item') return [title, lang].filter(Boolean).join(', ') || value
  return value
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
  return {
    unit,
    bars: barsOf(
      shown.map((total) => ({
        // Titles are too long for the chart.
        name:
          by === 'item' && total.value !== ''
            ? [total.value, total.lang].filter(Boolean).join(', ')
            : totalName(by, total),
        value: figureOf(total),
        words: unit === 'dollars' ? dollars(total.estimate) : total.pieces.toLocaleString('en-US'),
      })),
    ),
  }
}
