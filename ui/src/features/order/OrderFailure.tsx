// Why an order was not received, and what to do about it.
import { Link } from 'react-router-dom'
import { useConfig } from '../../api/config'
import type { Problem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { patterns } from '../../paths'
import { labels } from './orderForm'

interface Props {
  problem: Problem
  /** Sends what the form holds now as an order of its own. */
  onSendAsAnother: () => void
}

export function OrderFailure({ problem, onSendAsAnother }: Props) {
  const signedIn = useConfig()?.signIn.signedIn
  // The page offers the sign-in already.
  if (problem.needsSignIn && !signedIn) return null
  if (problem.fieldErrors.some(({ field }) => field === 'Idempotency-Key')) {
    return (
      <Notice
        kind="error"
        title="An order from this form was received already."
        actions={<Button onClick={onSendAsAnother}>Send this as another order</Button>}
      >
        Its confirmation did not get through. <Link to={patterns.myOrders}>My orders</Link> shows what was received.
        Since then you have changed the form.
      </Notice>
    )
  }
  // Too many orders within an hour: the server says how long to wait.
  const happened = problem.status === 429 && problem.detail ? problem.detail : problem.text
  const others = problem.fieldErrors.filter(({ field }) => !(field in labels))
  return (
    <Notice kind="error" title="Your order was not sent.">
      <p>{`${happened} Everything you typed is still here.`}</p>
      {others.length > 0 && (
        <ul>
          {others.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
