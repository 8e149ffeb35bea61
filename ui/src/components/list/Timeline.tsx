// A list of events, oldest first, each with its time, person and note.
import type { ReactNode } from 'react'
import styles from './Timeline.module.css'

export interface TimelineEntry {
  title: string
  /** ISO 8601. */
  at: string
  /** The formatted time. */
  when: string
  by: string
  note?: string | null
  details?: ReactNode
}

export const Timeline = ({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) => (
  <ol aria-label={label} className={styles.timeline}>
    {entries.map(({ title, at, when, by, note, details }) => (
      <li key={`${at} ${title}`}>
        <p className={styles.head}>
          <strong>{title}</strong>
          <span className={styles.when}>
            <time dateTime={at}>{when}</time>
            {`, ${by}`}
          </span>
        </p>
        {note && (
          <p className={styles.note} dir="auto">
            {note}
          </p>
        )}
        {details}
      </li>
    ))}
  </ol>
)
