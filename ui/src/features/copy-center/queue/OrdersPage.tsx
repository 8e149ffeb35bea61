// The copy center's orders: views and filters, the list, batch transitions, and printing.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { queuePageSize, queueQuery } from '../../../api/orders/copyCenter'
import { asProblem } from '../../../api/problem'
import { Notice } from '../../../components/feedback/Notice'
import { PagedList } from '../../../components/list/PagedList'
import { pageStart } from '../../../components/list/pages'
import layout from '../../../components/page/Page.module.css'
import { PageHeading } from '../../../components/page/PageHeading'
import { useTitle } from '../../../lib/useTitle'
import { patterns } from '../../../paths'
import { BatchBar } from '../batch/BatchBar'
import { PrintSheets } from '../print/PrintSheets'
import { usePrint } from '../print/usePrint'
import { ChangedOrders } from './ChangedOrders'
import styles from './OrdersPage.module.css'
import { QueueFilters } from './QueueFilters'
import { QueueHead } from './QueueHead'
import { QueueTable } from './QueueTable'
import { QuickViews } from './QuickViews'
import { queuePath, readAddress, toFilter, writeAddress } from './queueAddress'
import { useSelectedOrders } from './selectedOrders'
import { changedOrders } from './selection'

export function OrdersPage() {
  useTitle('Copy Center')
  const [parameters, setParameters] = useSearchParams()
  const { address, page } = readAddress(parameters)
  const filter = toFilter(address)
  const queue = useQuery({ ...queueQuery(filter, pageStart(page, queuePageSize)), placeholderData: keepPreviousData })
  const selection = useSelectedOrders((state) => state.selection)
  const printing = usePrint()
  const changed = changedOrders(selection, queue.data?.orders ?? [])
  const found = queue.data?.found ?? 0

  return (
    <div className={`${layout.page} ${styles.page}`} data-printing={printing.sheets !== null || undefined}>
      <div className={styles.top}>
        <PageHeading>Copy Center</PageHeading>
        <Link to={patterns.orderTotals}>Totals</Link>
      </div>
      <QuickViews address={address} />
      <QueueFilters
        address={address}
        orders={queue.data?.orders ?? []}
        onChange={(next) => setParameters(writeAddress({ ...address, ...next }), { replace: true })}
      >
        {found > 0 && <QueueHead filter={filter} found={found} orders={queue.data?.orders ?? []} />}
      </QueueFilters>
      <PagedList
        query={queue}
        label="Pages of orders"
        failure="The orders could not be loaded."
        failureDetail={asProblem(queue.error).text}
        page={page}
        pageSize={queuePageSize}
        onPage={(next) => setParameters(writeAddress(address, next))}
        empty={<p className={layout.empty}>No orders here. Choose another view, or change the filters.</p>}
      >
        {({ orders }) => (
          <>
            <ChangedOrders changed={changed} />
            <QueueTable orders={orders} selection={selection} listPath={queuePath(address, page)} />
          </>
        )}
      </PagedList>
      {printing.failure && (
        <Notice kind="error" title="The prints could not be prepared." onDismiss={printing.reset}>
          {printing.failure.text}
        </Notice>
      )}
      <BatchBar printing={printing} />
      {printing.sheets && <PrintSheets sheets={printing.sheets} onPrinted={printing.reset} />}
    </div>
  )
}
