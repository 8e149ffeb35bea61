// The orders on a page of the list. Shift selects a range, arrow keys move between the checkboxes.
import messages from 'messages:staff/copyCenter'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import { Badge } from '../../../components/feedback/Badge'
import { SelectionCheckbox } from '../../../components/form/SelectionCheckbox'
import { Table } from '../../../components/list/Table'
import { staffText } from '../../../i18n/staffText'
import { shortDate } from '../../../lib/dates/dates'
import type { Selection } from '../../../listkit/selection'
import { type SelectionRow, useSelectionRows } from '../../../listkit/useSelection'
import { orderDetailPath } from '../../../paths'
import { stateWords } from '../stateWords'
import styles from './QueueTable.module.css'
import { selectOrders } from './selectedOrders'
import { orderKey } from './selection'

const t = staffText(messages)

interface Props {
  orders: readonly QueueEntry[]
  selection: Selection<QueueEntry>
  /** The path that an order's page links back to. */
  listPath: string
}

export function QueueTable({ orders, selection, listPath }: Props) {
  const checkboxes = useSelectionRows({ items: orders, selection, key: orderKey, onSelect: selectOrders })
  return (
    <Table caption={t('orders')} stacked="inline" className={styles.queue}>
      <thead>
        <tr>
          <th scope="col">
            <SelectionCheckbox label={t('selectAllOrdersOnPage')} {...checkboxes.page} />
          </th>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('neededBy')}</th>
          <th scope="col">{t('ordered')}</th>
          <th scope="col">{t('orderedBy')}</th>
          <th scope="col">{t('mailStop')}</th>
          <th scope="col" data-numeric>
            {t('lines')}
          </th>
          <th scope="col" data-numeric>
            {t('pieces')}
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveByArrows}>
        {orders.map((order) => (
          <Row key={order.number} order={order} checkbox={checkboxes.row(order)} listPath={listPath} />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  order: QueueEntry
  checkbox: SelectionRow
  listPath: string
}

const Row = ({ order, checkbox, listPath }: RowProps) => (
  <tr data-selected={checkbox.checked || undefined}>
    <td data-select>
      <SelectionCheckbox label={t('selectOrderNumber', { number: order.number })} {...checkbox} />
    </td>
    <td data-name>
      <Link to={orderDetailPath(order.number)} state={{ listPath }}>
        {order.number}
      </Link>
      {order.late && <Badge strong>{t('late')}</Badge>}
    </td>
    <td data-label="" data-state>
      <Badge strong={order.state === 'waiting'}>{stateWords[order.state]}</Badge>
    </td>
    <td data-label={t('neededBy')}>{shortDate(order.dateRequired)}</td>
    <td data-label={t('ordered')}>{shortDate(order.dateOfOrder)}</td>
    <td data-label={t('orderedBy')} data-whole>
      <span dir="auto">{order.name}</span>
      <span className={styles.department} dir="auto">
        {order.department}
      </span>
    </td>
    <td data-label={t('mailStop')} dir="auto">
      {order.mailStop}
    </td>
    <td data-label={t('lines')} data-numeric>
      {order.lines.toLocaleString('en-US')}
    </td>
    <td data-label={t('pieces')} data-numeric>
      {order.pieces.toLocaleString('en-US')}
    </td>
  </tr>
)

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
