// A placeholder while content loads. Hidden from screen readers, because the status line announces the loading.
import styles from './Skeleton.module.css'

interface Props {
  /** The filled share of the line. */
  width?: 'full' | 'long' | 'half' | 'short'
  kind?: 'line' | 'title' | 'block'
}

export const Skeleton = ({ width = 'full', kind = 'line' }: Props) => (
  <span className={styles.skeleton} data-width={width} data-kind={kind} aria-hidden="true" />
)
