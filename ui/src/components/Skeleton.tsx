// The shape of what is about to come. Hidden from screen readers: the status line says that something loads.
import styles from './Skeleton.module.css'

interface Props {
  /** Share of the line that is filled, in steps, so that lines differ as text does. */
  width?: 'full' | 'long' | 'half' | 'short'
  kind?: 'line' | 'title' | 'block'
}

export const Skeleton = ({ width = 'full', kind = 'line' }: Props) => (
  <span className={styles.skeleton} data-width={width} data-kind={kind} aria-hidden="true" />
)
