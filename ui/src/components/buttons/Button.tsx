// Buttons and links styled as buttons.
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { Spinner } from '../feedback/Spinner'
import styles from './Button.module.css'

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
