// Buttons and links styled as buttons.
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import spinnerStyles from '../feedback/Spinner.module.css'
import styles from './Button.module.css'
import iconButtonStyles from './IconButton.module.css'

type Variant = 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger'
type Size = 'normal' | 'small'

interface Looks {
  variant?: Variant
  size?: Size
  icon?: ReactNode
}

export const buttonClass = (className?: string) => [styles.button, className].filter(Boolean).join(' ')

/** `busy` shows a spinner and ignores clicks; the button keeps the focus. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  icon,
  busy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & Looks & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(className)}
      data-variant={variant}
      data-size={size}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  )
}

/** An internal link styled as a button. */
export function LinkButton({
  variant = 'secondary',
  size = 'normal',
  icon,
  className,
  children,
  ...rest
}: LinkProps & Looks & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <Link {...rest} className={buttonClass(className)} data-variant={variant} data-size={size}>
      {icon}
      <span>{children as ReactNode}</span>
    </Link>
  )
}

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** The accessible name. */
  label: string
  /** A shorter text for the tooltip; by default the name. */
  tooltip?: string
}

/** A button with only an icon. Its name is required and shown as a tooltip. */
export function IconButton({ label, tooltip = label, className, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={tooltip}
      className={[iconButtonStyles.button, className].filter(Boolean).join(' ')}
    />
  )
}

/** A spinner; a text beside it states what is happening. */
export const Spinner = () => <span className={spinnerStyles.spinner} aria-hidden="true" />
