// An inline message: an error with what to do, a success, or information.

import parts from 'messages:en/parts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/useText'
import { IconButton } from '../buttons/IconButton'
import styles from './Notice.module.css'

const icons = { error: CircleAlert, success: CircleCheck, info: Info }

interface Props {
  kind: 'error' | 'success' | 'info'
  title?: ReactNode
  children?: ReactNode
  /** Buttons below the text, such as 'Try again'. */
  actions?: ReactNode
  onDismiss?: () => void
  /** One unobtrusive line instead of a box. */
  quiet?: boolean
  /** Scrolls to the notice when it appears, because what caused it may be far below. */
  intoView?: boolean
}

const scrollTo = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

/** Errors are announced assertively, others politely. */
export function Notice({ kind, title, children, actions, onDismiss, quiet = false, intoView = false }: Props) {
  const Icon = icons[kind]
  const t = useText(parts)
  return (
    <div
      ref={intoView ? scrollTo : undefined}
      className={styles.notice}
      data-variant={kind}
      data-quiet={quiet || undefined}
      role={kind === 'error' && !quiet ? 'alert' : 'status'}
    >
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton label={t('dismiss')} onClick={onDismiss}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
