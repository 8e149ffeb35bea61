// For staff: what was found in a file, in words with the criterion.
import t from 'messages:staff/accessibility'
import type { ReactNode } from 'react'
import type { CheckState, Finding, FindingKind } from '../../api/maintenance/accessibility'
import { Badge } from '../../components/feedback/Badge'
import styles from './FindingList.module.css'

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

/** The success criterion of WCAG 2.1 that a finding fails. */
const criteria: Readonly<Record<FindingKind, string>> = {
  noText: '1.1.1',
  notTagged: '1.3.1',
  untaggedText: '1.3.1',
  noLanguage: '3.1.1',
  otherLanguage: '3.1.1',
  noTitle: '2.4.2',
  figuresWithoutText: '1.1.1',
  tablesWithoutHeaders: '1.3.1',
  fieldsWithoutName: '4.1.2',
  fontsWithoutUnicode: '1.1.1',
  encrypted: '1.1.1',
  noHeadings: '1.3.1',
  noBookmarks: '2.4.5',
}

const names: Readonly<Record<FindingKind, string>> = {
  noText: t('noText'),
  notTagged: t('notTagged'),
  untaggedText: t('untaggedText'),
  noLanguage: t('noLanguage'),
  otherLanguage: t('otherLanguage'),
  noTitle: t('noTitle'),
  figuresWithoutText: t('figuresWithoutText'),
  tablesWithoutHeaders: t('tablesWithoutHeaders'),
  fieldsWithoutName: t('fieldsWithoutName'),
  fontsWithoutUnicode: t('fontsWithoutUnicode'),
  encrypted: t('encrypted'),
  noHeadings: t('noHeadings'),
  noBookmarks: t('noBookmarks'),
}

/** Findings in words. */
export const findingName = (finding: FindingKind) => names[finding]

/** 'Pages are pictures without text: pages 2-10'. */
function findingText({ finding, count, pages }: Finding) {
  const name = names[finding]
  if (count !== null) return t('withCount', { finding: name, count })
  if (pages === null) return name
  const values = { finding: name, pages }
  return /[-,]/.test(pages) ? t('withPages', values) : t('withPage', values)
}

const criterionText = ({ finding }: Finding) => t('criterion', { criterion: criteria[finding] })

/** What is known of a file without findings. */
export function stateText(state: CheckState, reason: string | null) {
  switch (state) {
    case 'checked':
      return t('stateChecked')
    case 'pending':
      return t('statePending')
    case 'unreadable':
      return t('stateUnreadable', { reason: reason ?? '' })
    case 'unchecked':
      return t('stateUnchecked', { reason: reason ?? '' })
  }
}
