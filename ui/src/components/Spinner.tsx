// A small turning ring; what it stands for is said in words beside it.
import styles from './Spinner.module.css'

export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />
