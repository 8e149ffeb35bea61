// A short label, such as 'Obsolete'; `strong` for one that must not be missed, such as 'Late'.
import type { ReactNode } from 'react'
import styles from './Badge.module.css'

export const Badge = ({ children, strong }: { children: ReactNode; strong?: boolean }) => (
  <span className={styles.badge} data-strong={strong || undefined}>
    {children}
  </span>
)

/** A label after a text, if it applies. */
export const SpacedBadge = ({ shown, children }: { shown: boolean | null | undefined; children: ReactNode }) =>
  shown && (
    <>
      {' '}
      <Badge>{children}</Badge>
    </>
  )
