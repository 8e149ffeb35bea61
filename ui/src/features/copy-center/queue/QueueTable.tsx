// The orders on a page of the list. Shift selects a range, arrow keys move between the checkboxes.
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import { Badge } from '../../../components/feedback/Badge'
import { SelectionCheckbox } from '../../../components/form/SelectionCheckbox'
import { Table } from '../../../components/list/Table'
import { shortDate } from '../../../lib/dates/dates'
import { stateWords } from '../../../lib/orderStates'
import type { Selection } from '../../../listkit/selection'
import { type SelectionRow, useSelectionRows } from '../../../listkit/useSelection'
import { orderDetailPath } from '../../../paths'
import styles from './QueueTable.module.css'
import { selectOrders } from './selectedOrders'
import { orderKey } from './selection'

interface Props {
  orders: readonly QueueEntry[]
  selection: Selection<QueueEntry>
  /** The path that an order's page links back to. */
  listPath: string
}

export function QueueTable({ orders, selection, listPath }: Props) {
  const checkboxes = useSelectionRows({ items: orders, selection, key: orderKey, onSelect: selectOrders })
  return (
    <Table caption="Orders" stacked="inline" className={styles.queue}>
      <thead>
        <tr>
          <th scope="col">
            <SelectionCheckbox label="Select all orders on this page" {...checkboxes.page} />
          </th>
          <th scope="col">Number</th>
          <th scope="col">State</th>
          <th scope="col">Needed by</th>
          <th scope="col">Ordered</th>
          <th scope="col">Ordered by</th>
          <th scope="col">Mail stop</th>
          <th scope="col" data-numeric>
            Lines
          </th>
          <th scope="col" data-numeric>
            Pieces
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
      <SelectionCheckbox label={`Select order ${order.number}`} {...checkbox} />
    </td>
    <td data-name>
      <Link to={orderDetailPath(order.number)} state={{ listPath }}>
        {order.number}
      </Link>
      {order.late && <Badge strong>Late</Badge>}
    </td>
    <td data-label="" data-state>
      <Badge strong={order.state === 'waiting'}>{stateWords[order.state]}</Badge>
    </td>
    <td data-label="Needed by">{shortDate(order.dateRequired)}</td>
    <td data-label="Ordered">{shortDate(order.dateOfOrder)}</td>
    <td data-label="For" data-whole>
      <span dir="auto">{order.name}</span>
      <span className={styles.department} dir="auto">
        {order.department}
      </span>
    </td>
    <td data-label="Mail stop" dir="auto">
      {order.mailStop}
    </td>
    <td data-label="Lines" data-numeric>
      {order.lines.toLocaleString('en-US')}
    </td>
    <td data-label="Pieces" data-numeric>
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
