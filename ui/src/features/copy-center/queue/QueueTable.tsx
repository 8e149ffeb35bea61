// The orders on a page of the list. Shift selects a range, arrow keys move between the checkboxes.
import { type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import { Badge } from '../../../components/feedback/Badge'
import { SelectionCheckbox } from '../../../components/form/SelectionCheckbox'
import { Table } from '../../../components/list/Table'
import { shortDate } from '../../../lib/dates/dates'
import { stateWords } from '../../../lib/orderStates'
import { orderDetailPath } from '../../../paths'
import styles from './QueueTable.module.css'
import { selectOrders } from './selectedOrders'
import { type Selection, selectRange } from './selection'

interface Props {
  orders: readonly QueueEntry[]
  selection: Selection
  /** The path that an order's page links back to. */
  listPath: string
}

export function QueueTable({ orders, selection, listPath }: Props) {
  const last = useRef<string | null>(null)
  const selected = orders.filter(({ number }) => selection.has(number)).length
  const onSelect = (order: QueueEntry, isSelected: boolean, withShift: boolean) => {
    selectOrders(withShift ? selectRange(orders, last.current, order.number) : [order], isSelected)
    last.current = order.number
  }
  return (
    <Table caption="Orders" stacked="inline" className={styles.queue}>
      <thead>
        <tr>
          <th scope="col">
            <SelectionCheckbox
              label="Select all orders on this page"
              checked={selected === orders.length}
              indeterminate={selected > 0 && selected < orders.length}
              onChange={(event) => selectOrders(orders, event.target.checked)}
            />
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
          <Row
            key={order.number}
            order={order}
            selected={selection.has(order.number)}
            listPath={listPath}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  order: QueueEntry
  selected: boolean
  listPath: string
  onSelect: (order: QueueEntry, selected: boolean, withShift: boolean) => void
}

const Row = ({ order, selected, listPath, onSelect }: RowProps) => (
  <tr data-selected={selected || undefined}>
    <td data-select>
      <SelectionCheckbox
        label={`Select order ${order.number}`}
        checked={selected}
        onChange={(event) => onSelect(order, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
      />
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
