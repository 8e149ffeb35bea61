// Covers the page while the person has to wait.
import type { ReactNode } from 'react'
import { Spinner } from '../buttons/Button'
import styles from './Overlay.module.css'

export const Overlay = ({ children }: { children: ReactNode }) => (
  <div className={styles.overlay}>
    <div className={styles.box} role="status">
      <Spinner />
      <span>{children}</span>
    </div>
  </div>
)
