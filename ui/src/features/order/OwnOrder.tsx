// One of the orders that somebody has sent: number, state, question, lines, timeline, and what can still be done.
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Order, OrderLine } from '../../api/orders'
import { Badge } from '../../components/Badge'
import { Button } from '../../components/Button'
import { Timeline } from '../../components/Timeline'
import { VisuallyHidden } from '../../components/VisuallyHidden'
import { shortDate } from '../../lib/dates'
import { dollars } from '../../lib/estimate'
import { dayAndTime } from '../../lib/moments'
import { canBeCancelledByOrderer, eventWords, ordererWords, standingWords, unsentOf } from '../../lib/orderSteps'
import { citationPath } from '../../paths'
import { CancelDialog } from './CancelDialog'
import styles from './MyOrdersPage.module.css'
import { Question } from './Question'

export function OwnOrder({ order, onAgain }: { order: Order; onAgain: () => void }) {
  const [cancelling, setCancelling] = useState(false)
  const { number, state, lines } = order
  const unsent = unsentOf(lines)
  const headingId = `order-${number}`
  return (
    <article aria-labelledby={headingId} className={styles.order}>
      <div className={styles.head}>
        <h2 id={headingId} tabIndex={-1}>{`Order ${number}`}</h2>
        <Badge strong={state === 'waiting'}>{standingWords({ state, unsent }, ordererWords)}</Badge>
      </div>
      <p className={styles.meta}>
        {`Ordered ${shortDate(order.dateOfOrder)} · Needed by ${shortDate(order.dateRequired)} · ${order.department} · Mail stop ${order.mailStop}`}
      </p>
      {order.mailed === 'waiting' && <p className={styles.meta}>The mail to the copy center is still on its way.</p>}
      {state === 'waiting' && <Question order={order} headingId={headingId} />}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <Line key={line.line} line={line} showSent={state === 'sent' || unsent < piecesOf(lines)} />
        ))}
      </ul>
      {order.estimate !== null && <p className={styles.meta}>{`Estimated cost: ${dollars(order.estimate)}`}</p>}
      <History order={order} />
      <div className={styles.actions}>
        <Button aria-label={`Order again: ${number}`} onClick={onAgain}>
          Order again
        </Button>
        {canBeCancelledByOrderer(state) && (
          <Button variant="quiet" aria-label={`Cancel order ${number}`} onClick={() => setCancelling(true)}>
            Cancel
          </Button>
        )}
      </div>
      <CancelDialog
        order={order}
        open={cancelling}
        onClose={() => setCancelling(false)}
        focusAfter={() => document.getElementById(headingId)}
      />
    </article>
  )
}

const piecesOf = (lines: readonly OrderLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

function Line({ line, showSent }: { line: OrderLine; showSent: boolean }) {
  return (
    <li>
      {`${line.quantity.toLocaleString('en-US')} × `}
      <Link to={citationPath(line.readableId || line.id)} dir="auto">
        {line.title}
      </Link>
      {`, ${line.lang} (${line.itemNum || 'N/A'})`}
      {showSent && line.sent < line.quantity && (
        <span className={styles.meta}>
          {line.sent === 0
            ? ' still to come'
            : ` ${line.sent.toLocaleString('en-US')} sent, ${(line.quantity - line.sent).toLocaleString('en-US')} still to come`}
        </span>
      )}
      {line.obsolete && (
        <>
          {' '}
          <Badge>No longer in use</Badge>
        </>
      )}
    </li>
  )
}

/** The latest event in sight, the others behind it. */
function History({ order: { number, events, lines } }: { order: Order }) {
  const words = eventWords(events, piecesOf(lines))
  const entries = events.map((event, n) => ({ ...event, title: words[n] ?? '', when: dayAndTime(event.at) }))
  return (
    <details className={styles.history}>
      <summary>
        <span className={styles.summary}>
          Timeline<VisuallyHidden>{` of order ${number}`}</VisuallyHidden>
        </span>
        {entries.length > 0 && (
          <span className={styles.meta}>{` ${entries.at(-1)?.title}, ${entries.at(-1)?.when}`}</span>
        )}
      </summary>
      <Timeline label={`Timeline of order ${number}`} entries={entries} />
    </details>
  )
}
