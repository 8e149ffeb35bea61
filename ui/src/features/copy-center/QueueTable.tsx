// The orders of a page of the list: each can be ticked; Shift ticks everything since the last one, arrows move among the boxes.
import { type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { QueueEntry } from '../../api/copyCenter'
import { Badge } from '../../components/Badge'
import { Table } from '../../components/Table'
import { Tick } from '../../components/Tick'
import { shortDate } from '../../lib/dates'
import { stateWords } from '../../lib/orderSteps'
import { orderDetailPath } from '../../paths'
import styles from './QueueTable.module.css'
import { rangeOf, type Selection } from './selection'
import { tick } from './ticked'

interface Props {
  orders: readonly QueueEntry[]
  selection: Selection
  /** Where an order's page leads back to. */
  listPath: string
}

export function QueueTable({ orders, selection, listPath }: Props) {
  const last = useRef<string | null>(null)
  const ticked = orders.filter(({ number }) => selection.has(number)).length
  const onTick = (order: QueueEntry, isTicked: boolean, withShift: boolean) => {
    tick(withShift ? rangeOf(orders, last.current, order.number) : [order], isTicked)
    last.current = order.number
  }
  return (
    <Table caption="Orders" stacked="inline" className={styles.queue}>
      <thead>
        <tr>
          <th scope="col">
            <Tick
              label="Tick all orders on this page"
              checked={ticked === orders.length}
              partly={ticked > 0 && ticked < orders.length}
              onChange={(event) => tick(orders, event.target.checked)}
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
            ticked={selection.has(order.number)}
            listPath={listPath}
            onTick={onTick}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  order: QueueEntry
  ticked: boolean
  listPath: string
  onTick: (order: QueueEntry, ticked: boolean, withShift: boolean) => void
}

const Row = ({ order, ticked, listPath, onTick }: RowProps) => (
  <tr data-ticked={ticked || undefined}>
    <td data-tick>
      <Tick
        label={`Tick order ${order.number}`}
        checked={ticked}
        onChange={(event) => onTick(order, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
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

/** Arrows lead from box to box; everything else is left to the browser. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLInputElement)) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-tick] input')]
  const next = boxes[boxes.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
