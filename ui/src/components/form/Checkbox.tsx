// A native checkbox with its label.
import type { ComponentProps, ReactNode } from 'react'
import styles from './Checkbox.module.css'

export const Checkbox = ({ children, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) => (
  <label className={styles.label}>
    <input {...rest} type="checkbox" className={styles.box} />
    <span dir="auto">{children}</span>
  </label>
)
