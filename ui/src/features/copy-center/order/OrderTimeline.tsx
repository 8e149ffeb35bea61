// The timeline of an order, with the quantities of partial deliveries.
import t from 'messages:staff/copyCenter'
import type { OrderLine } from '../../../api/orders/orders'
import { Timeline, type TimelineEntry } from '../../../components/list/Timeline'
import layout from '../../../components/page/Page.module.css'
import type { OrderEvent } from '../../../lib/orderStates'
import styles from './OrderDetailPage.module.css'

interface Props {
  entries: readonly (TimelineEntry & OrderEvent)[]
  lines: readonly OrderLine[]
}

export function OrderTimeline({ entries, lines }: Props) {
  /** Whether a delivery completed the whole order. */
  const isWhole = (sent: NonNullable<OrderEvent['sent']>) =>
    lines.every(({ line, quantity }) => sent.some((one) => one.line === line && one.quantity === quantity))
  return (
    <section aria-labelledby="timeline" className={layout.section}>
      <h2 id="timeline">{t('timeline')}</h2>
      <Timeline
        label={t('timeline')}
        entries={entries.map((entry) => ({
          ...entry,
          details: entry.sent && entry.sent.length > 0 && !isWhole(entry.sent) && (
            <ul className={styles.delivery}>
              {entry.sent.map(({ line, quantity }) => {
                const sent = lines.find((one) => one.line === line)
                return (
                  <li key={line}>
                    {`${quantity.toLocaleString('en-US')} × `}
                    <span dir="auto">{sent?.title ?? t('line', { line })}</span>
                    {sent && `, ${sent.lang}`}
                  </li>
                )
              })}
            </ul>
          ),
        }))}
      />
    </section>
  )
}
