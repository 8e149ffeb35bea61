// The citations that a job skipped, each with the reason. A long list scrolls.
import t from 'messages:staff/controls'
import type { ReactNode } from 'react'
import styles from './SkippedList.module.css'

interface SkippedCitation {
  id: string
  title: string
  reason: string
}

export const SkippedList = ({
  skipped,
  link,
}: {
  skipped: readonly SkippedCitation[]
  link: (citation: SkippedCitation) => ReactNode
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
  <ul className={styles.list} tabIndex={0} aria-label={t('skippedCitations')}>
    {skipped.map((citation) => (
      <li key={citation.id}>
        {link(citation)}
        {`: ${citation.reason}`}
      </li>
    ))}
  </ul>
)
