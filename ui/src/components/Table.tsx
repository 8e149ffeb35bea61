// A table: hairlines, no zebra, scrolls sideways in itself when it must. Where it is too narrow for its columns, `stacked` turns
// rows into blocks: the name of the row with its actions at the end of the line, below it each cell after its `data-label`.
import type { ReactNode } from 'react'
import styles from './Table.module.css'
import { VisuallyHidden } from './VisuallyHidden'

interface Props {
  /** What the table holds; read by screen readers. */
  caption: string
  /** thead and tbody. */
  children: ReactNode
  /** Turns rows into blocks on phones; `inline` puts short cells side by side in them. */
  stacked?: boolean | 'inline'
  className?: string
}

/** The cell that names its row takes `data-name`, cells with numbers `data-numeric`, those with buttons `data-actions`; in an
 * `inline` block `data-whole` gives a cell a line of its own. */
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
