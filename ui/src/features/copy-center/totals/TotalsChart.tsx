// A bar chart of the largest totals. The table below has the same data, so screen readers get only a summary.
import messages from 'messages:staff/copyCenter'
import type { OrderTotal, TotalsBy } from '../../../api/orders/copyCenter'
import { staffText } from '../../../i18n/staffText'
import styles from './TotalsPage.module.css'
import { byWords, chartBars } from './totals'

const t = staffText(messages)

const barHeight = 14

export function TotalsChart({ by, totals }: { by: TotalsBy; totals: readonly OrderTotal[] }) {
  const { unit, bars } = chartBars(by, totals)
  const [first] = [...bars].sort((a, b) => b.length - a.length)
  if (!first) return null
  const heading = unit === 'dollars' ? t('estimatedCost') : t('pieces')
  return (
    <figure className={styles.chart}>
      <figcaption>{t('headingBy', { heading, grouping: byWords[by].toLowerCase() })}</figcaption>
      <p className="visually-hidden">
        {t('chartDescription', { count: bars.length, name: first.name, words: first.words })}
      </p>
      <ul aria-hidden="true">
        {bars.map(({ name, words, length }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same name; the bars never move
          <li key={n}>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <svg className={styles.bar} viewBox={`0 0 100 ${barHeight}`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={length > 0 ? Math.max(length * 100, 0.5) : 0} height={barHeight} />
            </svg>
            <span className={styles.figure}>{words}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
