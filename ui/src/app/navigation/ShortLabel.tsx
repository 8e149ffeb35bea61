// A navigation label that has an icon above it on phones.
import type { LucideProps } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import styles from './Navigation.module.css'

export const ShortLabel = ({ icon: Icon, children }: { icon: ComponentType<LucideProps>; children: ReactNode }) => (
  <>
    <Icon aria-hidden className={styles.sign} />
    <span>{children}</span>
  </>
)
