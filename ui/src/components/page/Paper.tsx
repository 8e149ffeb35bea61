// The parts of a page that are only printed: the name of the hospital, QR codes, and the date.
import type { ReactNode } from 'react'
import styles from './Paper.module.css'

interface PaperHeadProps {
  /** The name of the hospital. */
  children: ReactNode
  /** When it was printed, such as 'Printed 1/5/2026'. */
  printed: string
}

/** The first line of a sheet. The date is here, because a line at the end could need another sheet. */
export const PaperHead = ({ children, printed }: PaperHeadProps) => (
  <div className={`${styles.only} ${styles.head}`}>
    <p className={styles.hospital}>{children}</p>
    <p>{printed}</p>
  </div>
)

/** A QR code in print size. It has no alternative text, because its target is printed beside it. */
export const PaperCode = ({ src }: { src: string }) => (
  <img src={src} alt="" aria-hidden="true" width={192} height={192} className={`${styles.only} ${styles.code}`} />
)

/** The class of elements that are only printed. */
export const paperOnly = styles.only ?? ''

/** The class of a table whose rows are printed in two columns, each with its QR code. */
export const paperRows = styles.rows ?? ''
