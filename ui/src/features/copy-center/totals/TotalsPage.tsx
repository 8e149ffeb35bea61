// Totals of the orders in a period, by cost center, department, month or item.
import t from 'messages:staff/copyCenter'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  type OrderTotal,
  type OrderTotals,
  type TotalFigures,
  type TotalsBy,
  type TotalsFilter,
  totalsBy,
  totalsDownload,
  totalsPageSize,
  totalsQuery,
} from '../../../api/orders/copyCenter'
import { SelectField, TextField } from '../../../components/form/TextField'
import { type Bar, BarChart, barsOf } from '../../../components/list/BarChart'
import { ListDownloads } from '../../../components/list/ListHead'
import { pageStart } from '../../../components/list/Pagination'
import { PageHeading } from '../../../components/page/PageHeading'
import { monthName } from '../../../lib/dates/dates'
import { dollars } from '../../../lib/estimate'
import { ListPage } from '../../../listkit/ListPage'
import { Cells, type Columns, ListTable } from '../../../listkit/ListTable'
import { isDay, listAddress, useListAddress } from '../../../listkit/listAddress'
import { patterns } from '../../../paths'
import styles from './TotalsPage.module.css'

/** The filter in a key of `totalsQuery`. */
const keyFilter = (key: readonly unknown[]) => key[2] as TotalsFilter

export function TotalsPage() {
  const { filter: shown, page, setFilter, setPage } = useListAddress(totalsAddress)
  const filter = toFilter(shown)
  const totals = useQuery({
    ...totalsQuery(filter, pageStart(page, totalsPageSize)),
    // Totals of another grouping would be shown under the wrong heading.
    placeholderData: (before, query) => (query && keyFilter(query.queryKey).by === filter.by ? before : undefined),
  })
  return (
    <ListPage
      title={t('totalsOfOrders')}
      heading={
        <>
          <p>
            <Link to={patterns.orders}>{t('backToOrders')}</Link>
          </p>
          <PageHeading>{t('totalsOfOrders')}</PageHeading>
        </>
      }
      filters={<Filters filter={filter} onChange={setFilter} />}
      query={totals}
      label={t('pagesOfTotals')}
      failure={t('totalsNotLoaded')}
      page={page}
      pageSize={totalsPageSize}
      onPage={setPage}
      empty={t('nothingOrderedInPeriod')}
    >
      {(answer) => (
        <>
          <TotalsChart by={filter.by} totals={answer.totals} />
          <TotalsTable by={filter.by} shown={answer} />
        </>
      )}
    </ListPage>
  )
}

interface FiltersProps {
  filter: TotalsFilter
  onChange: (next: { by?: string; from?: string; to?: string }) => void
}

const Filters = ({ filter, onChange }: FiltersProps) => (
  <div className={styles.filters}>
    <SelectField
      label={t('by')}
      value={filter.by}
      onValue={(value) => onChange({ by: inAddress(value) })}
      options={totalsBy.map((by) => [by, byWords[by]])}
    />
    <TextField
      label={t('orderedFrom')}
      type="date"
      value={filter.from}
      onValue={(value) => onChange({ from: value })}
    />
    <TextField label={t('orderedUntil')} type="date" value={filter.to} onValue={(value) => onChange({ to: value })} />
    <ListDownloads href={totalsDownload(filter)} file="order_totals.csv" />
  </div>
)

/** A bar chart of the largest totals; the table below has the same numbers. */
function TotalsChart({ by, totals }: { by: TotalsBy; totals: readonly OrderTotal[] }) {
  const { unit, bars } = chartBars(by, totals)
  const [first] = [...bars].sort((a, b) => b.length - a.length)
  if (!first) return null
  const heading = unit === 'dollars' ? t('estimatedCost') : t('pieces')
  return (
    <BarChart
      caption={t('headingBy', { heading, grouping: byWords[by].toLowerCase() })}
      description={t('chartDescription', { count: bars.length, name: first.name, words: first.words })}
      bars={bars}
    />
  )
}

const figures: Columns<TotalFigures> = [
  { header: t('orders'), is: 'numeric', cell: ({ orders }) => orders },
  { header: t('pieces'), is: 'numeric', cell: ({ pieces }) => pieces },
  { header: t('pages'), is: 'numeric', cell: ({ pages }) => pages },
  { header: t('estimate'), is: 'numeric', cell: ({ estimate }) => dollars(estimate) },
]

/** The totals on a page, and the sum of all pages. */
function TotalsTable({ by, shown: { totals, sum } }: { by: TotalsBy; shown: OrderTotals }) {
  return (
    <>
      <ListTable
        caption={t('totalsBy', { grouping: byWords[by].toLowerCase() })}
        rows={totals}
        rowKey={({ value, title, lang }) => `${value} ${title} ${lang}`}
        stacked="inline"
        columns={[
          { header: byWords[by], is: 'name', cell: (total) => <bdi>{totalName(by, total)}</bdi> },
          by === 'item' && { header: t('itemNumber'), cell: ({ value }) => value || t('noItemNumber') },
          ...figures,
        ]}
        foot={
          <tr className={styles.sum}>
            <td data-name colSpan={by === 'item' ? 2 : 1}>
              {t('all')}
            </td>
            <Cells columns={figures} row={sum} />
          </tr>
        }
      />
      {sum.piecesWithoutPages > 0 && (
        <p className={styles.note}>{t('pagesNotKnown', { count: sum.piecesWithoutPages })}</p>
      )}
    </>
  )
}

/** Totals of orders: URL, labels, and the data of the chart. */
const byWords: Record<TotalsBy, string> = {
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
