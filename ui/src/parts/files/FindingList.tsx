// For staff: what was found in a file, in words with the criterion.
import t from 'messages:staff/accessibility'
import type { ReactNode } from 'react'
import type { Finding } from '../../api/maintenance/accessibility'
import { Badge } from '../../components/feedback/Badge'
import styles from './FindingList.module.css'
import { criterionText, findingText } from './findingWords'

interface Props {
  findings: readonly Finding[]
  /** Rendered behind a finding. */
  after?: (finding: Finding) => ReactNode
}

export const FindingList = ({ findings, after }: Props) => (
  <ul className={styles.findings}>
    {findings.map((finding) => (
      <li key={finding.finding} data-aside={finding.note !== null || undefined}>
        <div className={styles.text}>
          {findingText(finding)} <span className={styles.criterion}>({criterionText(finding)})</span>
          {finding.blocking && finding.note === null && (
            <>
              {' '}
              <Badge strong>{t('isBlocking')}</Badge>
            </>
          )}
          {finding.note !== null && <span className={styles.note}>{t('asideNote', { note: finding.note })}</span>}
        </div>
        {after?.(finding)}
      </li>
    ))}
  </ul>
)
