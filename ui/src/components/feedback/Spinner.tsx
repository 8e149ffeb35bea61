// A spinner; a text beside it states what is happening.
import styles from './Spinner.module.css'

export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />
