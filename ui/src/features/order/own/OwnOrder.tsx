// One of the person's orders: number, state, question, lines, timeline and actions.
import messages from 'messages:en/myOrders'
import { useState } from 'react'
import type { Order } from '../../../api/orders/orders'
import { Button } from '../../../components/buttons/Button'
import { Badge } from '../../../components/feedback/Badge'
import { useLocale, useText } from '../../../i18n/useText'
import { shortDate } from '../../../lib/dates/dates'
import { dollars } from '../../../lib/estimate'
import { canBeCancelledByOrderer, unsentOf } from '../../../lib/orderStates'
import { CancelDialog } from './CancelDialog'
import styles from './MyOrdersPage.module.css'
import { OwnOrderHistory } from './OwnOrderHistory'
import { OwnOrderLine } from './OwnOrderLine'
import { useOrderWords } from './orderWords'
import { Question } from './Question'

export function OwnOrder({ order, onAgain }: { order: Order; onAgain: () => void }) {
  const t = useText(messages)
  const locale = useLocale()
  const { stateOf } = useOrderWords()
  const [cancelling, setCancelling] = useState(false)
  const { number, state, lines, department, mailStop } = order
  const unsent = unsentOf(lines)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const headingId = `order-${number}`
  const [ordered, needed] = [shortDate(order.dateOfOrder, locale), shortDate(order.dateRequired, locale)]
  return (
    <article aria-labelledby={headingId} className={styles.order}>
      <div className={styles.head}>
        <h2 id={headingId} tabIndex={-1}>
          {t('order', { number })}
        </h2>
        <Badge strong={state === 'waiting'}>{stateOf({ state, unsent })}</Badge>
      </div>
      <p className={styles.meta}>{t('facts', { ordered, needed, department, mailStop })}</p>
      {order.mailed === 'waiting' && <p className={styles.meta}>{t('mailWaits')}</p>}
      {state === 'waiting' && <Question order={order} headingId={headingId} />}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <OwnOrderLine key={line.line} line={line} showSent={state === 'sent' || unsent < pieces} />
        ))}
      </ul>
      {order.estimate !== null && (
        <p className={styles.meta}>{t('estimate', { amount: dollars(order.estimate, locale) })}</p>
      )}
      <OwnOrderHistory order={order} pieces={pieces} />
      <div className={styles.actions}>
        <Button aria-label={t('againOf', { number })} onClick={onAgain}>
          {t('again')}
        </Button>
        {canBeCancelledByOrderer(state) && (
          <Button variant="quiet" aria-label={t('cancelOf', { number })} onClick={() => setCancelling(true)}>
            {t('cancel')}
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
