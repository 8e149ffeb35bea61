// What stands on paper alone: whose sheet it is, QR codes, and when it was printed.
import type { ReactNode } from 'react'
import styles from './Paper.module.css'

/** The first line of a sheet. */
export const PaperHead = ({ children }: { children: ReactNode }) => (
  <p className={`${styles.only} ${styles.hospital}`}>{children}</p>
)

/** The last line of a sheet. */
export const PaperFoot = ({ children }: { children: ReactNode }) => (
  <p className={`${styles.only} ${styles.foot}`}>{children}</p>
)

/** A QR code of the size that paper needs. Without words: what it leads to stands beside it. */
export const PaperCode = ({ src }: { src: string }) => (
  <img src={src} alt="" aria-hidden="true" width={192} height={192} className={`${styles.only} ${styles.code}`} />
)

/** The class of a table whose rows stand two side by side on paper, each with its code. */
export const paperRows = styles.rows ?? ''
