// The checkbox that selects a row. The row itself shows what it is; the checkbox's name is for screen readers.
import type { ChangeEvent } from 'react'
import styles from './SelectionCheckbox.module.css'

interface Props {
  label: string
  checked: boolean
  /** Some, but not all, of its rows are selected. */
  indeterminate?: boolean
  disabled?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

export const SelectionCheckbox = ({ label, checked, indeterminate = false, disabled = false, onChange }: Props) => (
  <label className={styles.target}>
    <input
      type="checkbox"
      aria-label={label}
      className={styles.box}
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = indeterminate
      }}
      onChange={onChange}
    />
  </label>
)
