// A label of the navigation of which a phone shows the icon alone.
import type { LucideProps } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import styles from './Navigation.module.css'

export const ShortLabel = ({ icon: Icon, children }: { icon: ComponentType<LucideProps>; children: ReactNode }) => (
  <>
    <Icon aria-hidden className={styles.sign} />
    <span className={styles.word}>{children}</span>
  </>
)
