// The copy center's orders: views and filters, the list, batch transitions, and printing.
import t from 'messages:staff/copyCenter'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { queuePageSize, queueQuery } from '../../../api/orders/copyCenter'
import { Notice } from '../../../components/feedback/Notice'
import { pageStart } from '../../../components/list/pages'
import { PageHeading } from '../../../components/page/PageHeading'
import { ListPage } from '../../../listkit/ListPage'
import { useListAddress } from '../../../listkit/useListAddress'
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
import { queueAddress, toFilter } from './queueAddress'
import { changedOrders, useSelectedOrders } from './selectedOrders'

export function OrdersPage() {
  const { filter: shown, page, setFilter, setPage } = useListAddress(queueAddress)
  const filter = toFilter(shown)
  const queue = useQuery({ ...queueQuery(filter, pageStart(page, queuePageSize)), placeholderData: keepPreviousData })
  const selection = useSelectedOrders((state) => state.selection)
  const printing = usePrint()
  const { found = 0, orders: loaded = [] } = queue.data ?? {}
  return (
    <ListPage
      title={t('copyCenter')}
      className={styles.page}
      isPrinting={printing.sheets !== null}
      heading={
        <div className={styles.top}>
          <PageHeading>{t('copyCenter')}</PageHeading>
          <Link to={patterns.orderTotals}>{t('totals')}</Link>
        </div>
      }
      head={
        <>
          <QuickViews filter={shown} />
          <QueueFilters filter={shown} orders={loaded} onChange={setFilter}>
            {found > 0 && <QueueHead filter={filter} found={found} orders={loaded} />}
          </QueueFilters>
        </>
      }
      query={queue}
      label={t('pagesOfOrders')}
      failure={t('ordersNotLoaded')}
      page={page}
      pageSize={queuePageSize}
      onPage={setPage}
      empty={t('noOrdersHere')}
      foot={
        <>
          {printing.failure && (
            <Notice kind="error" title={t('printsNotPrepared')} onDismiss={printing.reset}>
              {printing.failure.text}
            </Notice>
          )}
          <BatchBar printing={printing} />
          {printing.sheets && <PrintSheets sheets={printing.sheets} onPrinted={printing.reset} />}
        </>
      }
    >
      {({ orders }) => (
        <>
          <ChangedOrders changed={changedOrders(selection, orders)} />
          <QueueTable orders={orders} selection={selection} listPath={queueAddress.path(shown, page)} />
        </>
      )}
    </ListPage>
  )
}
