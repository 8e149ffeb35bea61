// A checkbox without a label beside it, in a row that says what it is: its name is for screen readers.
import type { ChangeEvent } from 'react'
import styles from './Tick.module.css'

interface Props {
  label: string
  checked: boolean
  /** Some of what it stands for is ticked. */
  partly?: boolean
  disabled?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

export const Tick = ({ label, checked, partly = false, disabled = false, onChange }: Props) => (
  <label className={styles.target}>
    <input
      type="checkbox"
      aria-label={label}
      className={styles.box}
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = partly
      }}
      onChange={onChange}
    />
  </label>
)
