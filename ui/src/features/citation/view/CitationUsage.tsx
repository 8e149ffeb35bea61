// For staff: how often the citation was used in the last 12 months, in one line with a small bar for each month.
import messages from 'messages:en/usage'
import { useQuery } from '@tanstack/react-query'
import { citationUsageQuery, type UsageCounts } from '../../../api/maintenance/usage'
import { useText } from '../../../i18n/useText'
import styles from './CitationUsage.module.css'

const kinds = ['view', 'open', 'scan', 'order'] as const

const sumOf = (counts: UsageCounts) => kinds.reduce((sum, kind) => sum + counts[kind], 0)

const barHeight = 20

export default function CitationUsage({ id }: { id: string }) {
  const t = useText(messages)
  const usage = useQuery(citationUsageQuery(id)).data
  // Shows nothing if nothing is counted, and nothing on a failure, which would only distract from the page.
  if (!usage || usage.days === 0) return null
  const { totals, months } = usage
  const used = kinds.filter((kind) => totals[kind] > 0)
  const longest = Math.max(...months.map(sumOf), 1)
  return (
    <div className={styles.usage}>
      <p>
        <b>{t('heading')}</b>{' '}
        {used.length === 0 ? t('none') : used.map((kind) => t(kind, { count: totals[kind] })).join(', ')}
      </p>
      {used.length > 0 && (
        <svg className={styles.bars} viewBox={`0 0 ${months.length * 4} ${barHeight}`} aria-hidden="true">
          {months.map((month, n) => {
            const height = (sumOf(month) / longest) * barHeight
            return <rect key={month.month} x={n * 4} y={barHeight - height} width={3} height={height} />
          })}
        </svg>
      )}
    </div>
  )
}
