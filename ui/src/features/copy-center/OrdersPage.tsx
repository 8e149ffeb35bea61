// The copy center's orders: views and filters, the list, what is done with the ticked ones, and their prints.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { queueDownload, queuePageSize, queueQuery } from '../../api/copyCenter'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/Button'
import { ListHead } from '../../components/ListHead'
import { Notice } from '../../components/Notice'
import layout from '../../components/Page.module.css'
import { PagedList } from '../../components/PagedList'
import { PageHeading } from '../../components/PageHeading'
import { startOf } from '../../components/pages'
import { announce } from '../../components/StatusLine'
import { useTitle } from '../../lib/useTitle'
import { patterns } from '../../paths'
import { BatchBar } from './BatchBar'
import { ChangedSince } from './ChangedSince'
import styles from './OrdersPage.module.css'
import { PrintSheets } from './PrintSheets'
import { QueueFilters } from './QueueFilters'
import { QueueTable } from './QueueTable'
import { QuickViews } from './QuickViews'
import { filterOf, queuePath, readAddress, writeAddress } from './queueAddress'
import { changedSince, maxTicked } from './selection'
import { tick, useTicked } from './ticked'
import { usePrint } from './usePrint'

export function OrdersPage() {
  useTitle('Copy Center')
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const { address, page } = readAddress(parameters)
  const filter = filterOf(address)
  const queue = useQuery({ ...queueQuery(filter, startOf(page, queuePageSize)), placeholderData: keepPreviousData })
  const selection = useTicked((state) => state.selection)
  const printing = usePrint()
  const [gathering, setGathering] = useState(false)
  const changed = changedSince(selection, queue.data?.orders ?? [])
  const found = queue.data?.found ?? 0

  /** Ticks what is found on all pages, as many as can be ticked at once. */
  const tickFound = async () => {
    setGathering(true)
    try {
      for (let start = 0; start < Math.min(found, maxTicked); start += queuePageSize) {
        const { orders } = await client.fetchQuery({ ...queueQuery(filter, start), staleTime: 0 })
        tick(orders, true)
      }
      announce(`${useTicked.getState().selection.size} orders are ticked.`)
    } catch (error) {
      announce(asProblem(error).text)
    } finally {
      setGathering(false)
    }
  }

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
        {found > 0 && (
          <ListHead
            words={found === 1 ? '1 order' : `${found.toLocaleString('en-US')} orders`}
            download={queueDownload(filter)}
            file="orders.csv"
          >
            {found > queuePageSize && (
              <Button size="small" className={styles.tickPage} onClick={() => tick(queue.data?.orders ?? [], true)}>
                Tick this page
              </Button>
            )}
            <Button size="small" busy={gathering} onClick={() => void tickFound()}>
              {found > maxTicked ? `Tick the first ${maxTicked}` : `Tick all ${found.toLocaleString('en-US')}`}
            </Button>
          </ListHead>
        )}
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
            <ChangedSince changed={changed} />
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
