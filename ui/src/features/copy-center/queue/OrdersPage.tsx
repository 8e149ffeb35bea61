// The copy center's orders: views and filters, the list, batch transitions, and printing.
import t from 'messages:staff/copyCenter'
import { useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { type QueueEntry, type QueueFilter, queueDownload, queueQuery } from '../../../api/orders/copyCenter'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { Badge } from '../../../components/feedback/Badge'
import { announce, ErrorNotice, Notice } from '../../../components/feedback/Notice'
import { SelectionCheckbox } from '../../../components/form/TextField'
import { focusListSummary, ListHead } from '../../../components/list/ListHead'
import { listPageSize } from '../../../components/list/Pagination'
import { PageHeading } from '../../../components/page/PageHeading'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import { shortDate } from '../../../lib/dates/dates'
import { ListPage } from '../../../listkit/ListPage'
import { ListTable } from '../../../listkit/ListTable'
import { useListAddress, usePages } from '../../../listkit/listAddress'
import { type Selection, useSelectionRows } from '../../../listkit/useSelection'
import { orderDetailPath, patterns } from '../../../paths'
import { BatchBar } from '../batch/BatchBar'
import { PrintSheets } from '../print/PrintSheets'
import { usePrint } from '../print/usePrint'
import { stateWords } from '../stateWords'
import styles from './OrdersPage.module.css'
import { QueueFilters, QuickViews, queueAddress, toFilter } from './QueueFilters'
import queueTableStyles from './QueueTable.module.css'
import {
  changedOrders,
  MAX_SELECTED,
  orderKey,
  selectOrders,
  updateSelectedOrders,
  useSelectedOrders,
} from './selectedOrders'

export function OrdersPage() {
  const { filter: shown, page, setFilter, setPage } = useListAddress(queueAddress)
  const filter = toFilter(shown)
  const queue = usePages({ page, setPage }, (start) => queueQuery(filter, start))
  const selection = useSelectedOrders((state) => state.selection)
  const printing = usePrint()
  const { found = 0, orders: loaded = [] } = queue.query.data ?? {}
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
      {...queue}
      label={t('pagesOfOrders')}
      failure={t('ordersNotLoaded')}
      empty={t('noOrdersHere')}
      foot={
        <>
          <ErrorNotice title={t('printsNotPrepared')} text={printing.failure?.text} onDismiss={printing.reset} />
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

/** Moves the focus from a button that disappears with its notice. */
const leave = (change: () => void) => () => {
  focusListSummary()
  change()
}

/** Lists the selected orders that somebody else has changed. */
function ChangedOrders({ changed }: { changed: readonly QueueEntry[] }) {
  if (changed.length === 0) return null
  return (
    <Notice
      kind="info"
      title={t('selectedOrdersChanged', { count: changed.length })}
      actions={
        <>
          <Button size="small" onClick={leave(() => selectOrders(changed, false))}>
            {t('deselectThem', { count: changed.length })}
          </Button>
          <Button size="small" variant="quiet" onClick={leave(() => updateSelectedOrders(changed))}>
            {t('keepSelected')}
          </Button>
        </>
      }
    >
      {changed
        .map(({ number, state }) => t('orderIsNow', { number, state: stateWords[state].toLowerCase() }))
        .join('; ')}
      .
    </Notice>
  )
}

interface Props {
  filter: QueueFilter
  /** The number of orders on all pages. */
  found: number
  /** The orders on this page. */
  orders: readonly QueueEntry[]
}

/** The number of orders, buttons that select them, and their download. */
export function QueueHead({ filter, found, orders }: Props) {
  const client = useQueryClient()
  const gathering = useSingleMutation({
    /** Loads the orders of all pages, up to the maximum. */
    mutationFn: async () => {
      const all: QueueEntry[] = []
      for (let start = 0; start < Math.min(found, MAX_SELECTED); start += listPageSize) {
        const page = await client.fetchQuery({ ...queueQuery(filter, start), staleTime: 0 })
        all.push(...page.orders)
      }
      return all
    },
    onSuccess: (all) => {
      selectOrders(all, true)
      announce(t('countOrdersSelected', { count: useSelectedOrders.getState().selection.size }))
    },
  })
  return (
    <div className={styles.head}>
      <ListHead summary={t('orderCount', { count: found })} download={queueDownload(filter)} file="orders.csv">
        {found > listPageSize && (
          <Button size="small" className={styles.selectPage} onClick={() => selectOrders(orders, true)}>
            {t('selectPage')}
          </Button>
        )}
        <Button size="small" busy={gathering.isPending} onClick={() => gathering.mutate()}>
          {found > MAX_SELECTED ? t('selectFirst', { max: MAX_SELECTED }) : t('selectAllFound', { found })}
        </Button>
      </ListHead>
      <ProblemNotice title={t('ordersNotSelected')} call={gathering} onDismiss={gathering.reset} />
    </div>
  )
}

interface QueueTableProps {
  orders: readonly QueueEntry[]
  selection: Selection<QueueEntry>
  /** The path that an order's page links back to. */
  listPath: string
}

/** The orders on a page of the list. Shift selects a range, arrow keys move between the checkboxes. */
function QueueTable({ orders, selection, listPath }: QueueTableProps) {
  const checkboxes = useSelectionRows({ items: orders, selection, key: orderKey, onSelect: selectOrders })
  return (
    <ListTable
      caption={t('orders')}
      rows={orders}
      rowKey={orderKey}
      stacked="inline"
      className={queueTableStyles.queue}
      onKeyDown={moveByArrows}
      tr={(order, cells) => <tr data-selected={selection.has(orderKey(order)) || undefined}>{cells}</tr>}
      columns={[
        {
          header: t('selectAllOrdersOnPage'),
          head: <SelectionCheckbox label={t('selectAllOrdersOnPage')} {...checkboxes.page} />,
          is: 'select',
          cell: (order) => (
            <SelectionCheckbox label={t('selectOrderNumber', { number: order.number })} {...checkboxes.row(order)} />
          ),
        },
        {
          header: t('number'),
          is: 'name',
          cell: ({ number, late }) => (
            <>
              <Link to={orderDetailPath(number)} state={{ listPath }}>
                {number}
              </Link>
              {late && <Badge strong>{t('late')}</Badge>}
            </>
          ),
        },
        {
          header: t('state'),
          is: 'state',
          label: '',
          cell: ({ state }) => <Badge strong={state === 'waiting'}>{stateWords[state]}</Badge>,
        },
        { header: t('neededBy'), cell: ({ dateRequired }) => shortDate(dateRequired) },
        { header: t('ordered'), cell: ({ dateOfOrder }) => shortDate(dateOfOrder) },
        {
          header: t('orderedBy'),
          is: 'whole',
          cell: ({ name, department }) => (
            <>
              <span dir="auto">{name}</span>
              <span className={queueTableStyles.department} dir="auto">
                {department}
              </span>
            </>
          ),
        },
        { header: t('mailStop'), dir: 'auto', cell: ({ mailStop }) => mailStop },
        { header: t('lines'), is: 'numeric', cell: ({ lines }) => lines },
        { header: t('pieces'), is: 'numeric', cell: ({ pieces }) => pieces },
      ]}
    />
  )
}

/** Arrow keys move the focus between the checkboxes. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (offset === undefined || !(event.target instanceof HTMLInputElement)) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-select] input')]
  const next = boxes[boxes.indexOf(event.target) + offset]
  if (!next) return
  event.preventDefault()
  next.focus()
}
