// A table that scrolls horizontally when necessary. On narrow screens, `stacked` turns rows into blocks: the name with the
// actions on the first line, then each cell after its `data-label`.
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../page/VisuallyHidden'
import styles from './Table.module.css'

interface Props {
  /** Describes the table to screen readers. */
  caption: string
  /** thead and tbody. */
  children: ReactNode
  /** Turns rows into blocks on phones; `inline` puts short cells side by side. */
  stacked?: boolean | 'inline'
  className?: string
}

/**
 * Cells have attributes: `data-name` for the name of the row, `data-numeric` for numbers, `data-actions` for buttons; in an
 * `inline` block `data-whole` puts a cell on its own line.
 */
export const Table = ({ caption, children, stacked = false, className = '' }: Props) => (
  <div className={styles.scroll}>
    <table className={`${styles.table} ${className}`} data-stacked={stacked || undefined}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      {children}
    </table>
  </div>
)
