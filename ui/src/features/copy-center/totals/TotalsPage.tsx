// Totals of the orders in a period, by cost center, department, month or item.
import t from 'messages:staff/copyCenter'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  type OrderTotal,
  type TotalsBy,
  type TotalsFilter,
  totalsBy,
  totalsDownload,
  totalsPageSize,
  totalsQuery,
} from '../../../api/orders/copyCenter'
import { SelectField, TextField } from '../../../components/form/TextField'
import { BarChart } from '../../../components/list/BarChart'
import { ListDownloads } from '../../../components/list/ListHead'
import { pageStart } from '../../../components/list/pages'
import { PageHeading } from '../../../components/page/PageHeading'
import { ListPage } from '../../../listkit/ListPage'
import { useListAddress } from '../../../listkit/useListAddress'
import { patterns } from '../../../paths'
import styles from './TotalsPage.module.css'
import { TotalsTable } from './TotalsTable'
import { byWords, chartBars, inAddress, toFilter, totalsAddress } from './totals'

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
      onChange={(event) => onChange({ by: inAddress(event.target.value) })}
    >
      {totalsBy.map((by) => (
        <option key={by} value={by}>
          {byWords[by]}
        </option>
      ))}
    </SelectField>
    <TextField
      label={t('orderedFrom')}
      type="date"
      value={filter.from}
      onChange={(event) => onChange({ from: event.target.value })}
    />
    <TextField
      label={t('orderedUntil')}
      type="date"
      value={filter.to}
      onChange={(event) => onChange({ to: event.target.value })}
    />
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
