// The result of a transition of several orders: how many succeeded, and why the others failed.
import messages from 'messages:staff/copyCenter'
import { Link } from 'react-router-dom'
import { Notice } from '../../../components/feedback/Notice'
import { staffText } from '../../../i18n/staffText'
import { orderDetailPath } from '../../../paths'
import styles from './BatchBar.module.css'
import { type BatchResult, doneWords } from './batch'

const t = staffText(messages)

export function BatchOutcomeNotice({ result, onDismiss }: { result: BatchResult; onDismiss: () => void }) {
  const { done, refused } = result
  if (refused.length === 0) return <Notice kind="success" title={doneWords(result)} onDismiss={onDismiss} />
  return (
    <Notice kind="error" title={t('ordersSkipped', { count: refused.length })} onDismiss={onDismiss}>
      <ul className={styles.refused}>
        {refused.map(({ order, detail }) => (
          <li key={order.number}>
            <Link to={orderDetailPath(order.number)}>{order.number}</Link>
            {`: ${detail}`}
          </li>
        ))}
      </ul>
      <p>
        {t('stillSelected', { count: refused.length })} {done.length > 0 && doneWords(result)}
      </p>
    </Notice>
  )
}
