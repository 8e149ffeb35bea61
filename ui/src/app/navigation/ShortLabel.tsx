// A navigation label that is reduced to its icon on phones.
import type { LucideProps } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import styles from './Navigation.module.css'

export const ShortLabel = ({ icon: Icon, children }: { icon: ComponentType<LucideProps>; children: ReactNode }) => (
  <>
    <Icon aria-hidden className={styles.sign} />
    <span className={styles.word}>{children}</span>
  </>
)
