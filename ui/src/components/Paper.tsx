// What stands on paper alone: whose sheet it is, QR codes, and when it was printed.
import type { ReactNode } from 'react'
import styles from './Paper.module.css'

interface PaperHeadProps {
  /** Whose sheet it is. */
  children: ReactNode
  /** When it was printed, in words. */
  printed: string
}

/** The first line of a sheet. The day stands here: as a last line it could take a sheet of its own. */
export const PaperHead = ({ children, printed }: PaperHeadProps) => (
  <div className={`${styles.only} ${styles.head}`}>
    <p className={styles.hospital}>{children}</p>
    <p>{printed}</p>
  </div>
)

/** A QR code of the size that paper needs. Without words: what it leads to stands beside it. */
export const PaperCode = ({ src }: { src: string }) => (
  <img src={src} alt="" aria-hidden="true" width={192} height={192} className={`${styles.only} ${styles.code}`} />
)

/** The class of a table whose rows stand two side by side on paper, each with its code. */
export const paperRows = styles.rows ?? ''
