// The orders on a page of the list. Shift selects a range, arrow keys move between the checkboxes.
import t from 'messages:staff/copyCenter'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import { Badge } from '../../../components/feedback/Badge'
import { SelectionCheckbox } from '../../../components/form/SelectionCheckbox'
import { shortDate } from '../../../lib/dates/dates'
import { ListTable } from '../../../listkit/ListTable'
import { type Selection, useSelectionRows } from '../../../listkit/useSelection'
import { orderDetailPath } from '../../../paths'
import { stateWords } from '../stateWords'
import styles from './QueueTable.module.css'
import { orderKey, selectOrders } from './selectedOrders'

interface Props {
  orders: readonly QueueEntry[]
  selection: Selection<QueueEntry>
  /** The path that an order's page links back to. */
  listPath: string
}

export function QueueTable({ orders, selection, listPath }: Props) {
  const checkboxes = useSelectionRows({ items: orders, selection, key: orderKey, onSelect: selectOrders })
  return (
    <ListTable
      caption={t('orders')}
      rows={orders}
      rowKey={orderKey}
      stacked="inline"
      className={styles.queue}
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
              <span className={styles.department} dir="auto">
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
