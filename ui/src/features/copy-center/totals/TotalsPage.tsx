// Totals of the orders in a period, by cost center, department, month or item.
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import {
  type TotalsFilter,
  totalsBy,
  totalsDownload,
  totalsPageSize,
  totalsQuery,
} from '../../../api/orders/copyCenter'
import { asProblem } from '../../../api/problem'
import { SelectField, TextField } from '../../../components/form/TextField'
import { PagedList } from '../../../components/list/PagedList'
import { pageStart } from '../../../components/list/pages'
import layout from '../../../components/page/Page.module.css'
import { PageHeading } from '../../../components/page/PageHeading'
import { useTitle } from '../../../lib/useTitle'
import { patterns } from '../../../paths'
import { TotalsChart } from './TotalsChart'
import styles from './TotalsPage.module.css'
import { TotalsTable } from './TotalsTable'
import { byWords, readTotalsAddress, writeTotalsAddress } from './totals'

/** The filter in a key of `totalsQuery`. */
const keyFilter = (key: readonly unknown[]) => key[2] as TotalsFilter

export function TotalsPage() {
  useTitle('Totals of orders')
  const [parameters, setParameters] = useSearchParams()
  const { filter, page } = readTotalsAddress(parameters)
  const totals = useQuery({
    ...totalsQuery(filter, pageStart(page, totalsPageSize)),
    // Totals of another grouping would be shown under the wrong heading.
    placeholderData: (shown, query) => (query && keyFilter(query.queryKey).by === filter.by ? shown : undefined),
  })
  const change = (next: Partial<typeof filter>) =>
    setParameters(writeTotalsAddress({ ...filter, ...next }), { replace: true })
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <p>
        <Link to={patterns.orders}>Back to the orders</Link>
      </p>
      <PageHeading>Totals of orders</PageHeading>
      <div className={styles.filters}>
        <SelectField
          label="By"
          value={filter.by}
          onChange={(event) => change({ by: totalsBy.find((by) => by === event.target.value) })}
        >
          {totalsBy.map((by) => (
            <option key={by} value={by}>
              {byWords[by]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Ordered from"
          type="date"
          value={filter.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label="Ordered until"
          type="date"
          value={filter.to}
          onChange={(event) => change({ to: event.target.value })}
        />
        <a href={totalsDownload(filter)} download="order_totals.csv">
          Download as CSV
        </a>
      </div>
      <PagedList
        query={totals}
        label="Pages of totals"
        failure="The totals could not be loaded."
        failureDetail={asProblem(totals.error).text}
        page={page}
        pageSize={totalsPageSize}
        onPage={(next) => setParameters(writeTotalsAddress(filter, next))}
        empty={<p>Nothing was ordered in this period.</p>}
      >
        {(shown) => (
          <>
            <TotalsChart by={filter.by} totals={shown.totals} />
            <TotalsTable by={filter.by} shown={shown} />
          </>
        )}
      </PagedList>
    </div>
  )
}
