// An inline message: an error with what to do, a success, or information.
import parts from 'messages:en/parts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { createContext, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useText } from '../../i18n/useText'
import { Button, IconButton } from '../buttons/Button'
import { focusHeading } from '../page/PageHeading'
import { VisuallyHidden } from '../page/VisuallyHidden'
import styles from './Notice.module.css'

const icons = { error: CircleAlert, success: CircleCheck, info: Info }

interface Props {
  kind: 'error' | 'success' | 'info'
  title?: ReactNode
  children?: ReactNode
  /** Buttons below the text. */
  actions?: ReactNode
  /** Called by a button 'Try again' below the text. */
  onRetry?: (() => unknown) | undefined
  isRetrying?: boolean | undefined
  /** Called after the focus has moved to the heading of the page. */
  onDismiss?: () => void
  /** One unobtrusive line instead of a box. */
  quiet?: boolean
}

/** A notice of the page that every dialog shows too, because it covers the page. */
export const DialogNotice = createContext<ReactNode>(null)

/** Errors are announced assertively, others politely. */
export function Notice({ kind, title, children, actions, onRetry, isRetrying, onDismiss, quiet = false }: Props) {
  const Icon = icons[kind]
  const t = useText(parts)
  return (
    <div
      className={styles.notice}
      data-variant={kind}
      data-quiet={quiet || undefined}
      role={kind === 'error' && !quiet ? 'alert' : 'status'}
    >
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {(actions || onRetry) && (
          <div className={styles.actions}>
            {onRetry && (
              <Button busy={isRetrying} onClick={() => onRetry()}>
                {t('tryAgain')}
              </Button>
            )}
            {actions}
          </div>
        )}
      </div>
      {onDismiss && (
        <IconButton
          label={t('dismiss')}
          onClick={() => {
            focusHeading()
            onDismiss()
          }}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

let text = ''
const listeners = new Set<() => void>()

/** Announces a text to screen readers politely. */
export function announce(next: string) {
  if (next === text) return
  text = next
  for (const listener of listeners) listener()
}

/** Announces a text when it changes; an empty one ends the announcement. */
export function useAnnounced(text: string) {
  // External system: the screen reader.
  useEffect(() => announce(text), [text])
}

/** Clears an announcement that no longer applies, unless another one has replaced it. */
export function endAnnouncement(ended: string) {
  if (text === ended) announce('')
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The only polite live region of the app: it announces loading, counts and saves. */
export function StatusLine() {
  const current = useSyncExternalStore(subscribe, () => text)
  return (
    <VisuallyHidden>
      <span role="status">{current}</span>
    </VisuallyHidden>
  )
}

/** An error with its text; nothing without a text. */
export const ErrorNotice = ({ text, ...notice }: Omit<Props, 'kind' | 'children'> & { text: ReactNode }) =>
  text && (
    <Notice kind="error" {...notice}>
      {text}
    </Notice>
  )

const scrollTo = (content: HTMLElement | null) => content?.scrollIntoView({ block: 'nearest' })

/** Scrolls to its content, such as a notice, when it appears: what caused it may be far below. */
export const IntoView = ({ children }: { children: ReactNode }) => <div ref={scrollTo}>{children}</div>
