// A table: hairlines, no zebra, scrolls sideways in itself when it must. On phones `stacked` turns rows into blocks, each cell
// named by its `data-label`.
import type { ReactNode } from 'react'
import styles from './Table.module.css'
import { VisuallyHidden } from './VisuallyHidden'

interface Props {
  /** What the table holds; read by screen readers. */
  caption: string
  /** thead and tbody. */
  children: ReactNode
  stacked?: boolean
}

/** Cells with numbers take `data-numeric`, those with buttons `data-actions`. */
export const Table = ({ caption, children, stacked = false }: Props) => (
  <div className={styles.scroll}>
    <table className={styles.table} data-stacked={stacked || undefined}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      {children}
    </table>
  </div>
)
