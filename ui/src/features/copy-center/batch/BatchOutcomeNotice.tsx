// What came of a step with several orders: how many went through, and of each that did not, why.
import { Link } from 'react-router-dom'
import { Notice } from '../../../components/feedback/Notice'
import { orderDetailPath } from '../../../paths'
import styles from './BatchBar.module.css'
import { type BatchResult, doneWords } from './batch'

export function BatchOutcomeNotice({ result, onDismiss }: { result: BatchResult; onDismiss: () => void }) {
  const { done, refused } = result
  if (refused.length === 0) return <Notice kind="success" title={doneWords(result)} onDismiss={onDismiss} />
  return (
    <Notice
      kind="error"
      title={refused.length === 1 ? '1 order was skipped.' : `${refused.length} orders were skipped.`}
      onDismiss={onDismiss}
    >
      <ul className={styles.refused}>
        {refused.map(({ order, detail }) => (
          <li key={order.number}>
            <Link to={orderDetailPath(order.number)}>{order.number}</Link>
            {`: ${detail}`}
          </li>
        ))}
      </ul>
      <p>
        {refused.length === 1 ? 'It is still selected.' : 'They are still selected.'}{' '}
        {done.length > 0 && doneWords(result)}
      </p>
    </Notice>
  )
}
