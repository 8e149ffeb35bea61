// A button with only an icon. Its name is required and shown as a tooltip.
import type { ComponentProps } from 'react'
import styles from './IconButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** The accessible name. */
  label: string
  /** A shorter text for the tooltip; by default the name. */
  tooltip?: string
}

export function IconButton({ label, tooltip = label, className, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={tooltip}
      className={[styles.button, className].filter(Boolean).join(' ')}
    />
  )
}
