// A modal dialog: 300 ms in, 200 ms out, focus kept inside and given back, Escape and a click beside it close it.
// `side="bottom"` makes it a sheet from the lower edge, for phones.

import parts from 'messages:en/parts'
import { Dialog as AriaDialog, DialogDismiss, DialogHeading, useDialogStore } from '@ariakit/react/dialog'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef } from 'react'
import { useScreenLanguage } from '../i18n/language'
import { useText, useTextLanguage } from '../i18n/useText'
import styles from './Dialog.module.css'

interface Props {
  open: boolean
  onClose: () => void
  /** Called when the closing movement is over. */
  onClosed?: () => void
  title: string
  children: ReactNode
  /** Buttons at the lower edge. */
  footer?: ReactNode
  side?: 'center' | 'bottom'
  /** False when only a button may close it: no cross, no Escape, no click beside it. */
  dismissible?: boolean
  /**
   * The focus starts on the control with `data-autofocus`; else an alertdialog starts at its buttons, the safe one first, and
   * a dialog at the first control of its content.
   */
  role?: 'dialog' | 'alertdialog'
  /** Takes the focus when the dialog closes and the control that opened it has gone. */
  focusAfter?: () => HTMLElement | null | undefined
}

const controls = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

export function Dialog({
  open,
  onClose,
  onClosed,
  title,
  children,
  footer,
  side = 'center',
  dismissible = true,
  role = 'dialog',
  focusAfter,
}: Props) {
  const t = useText(parts)
  const language = useTextLanguage()
  const pageLanguage = useScreenLanguage(({ tag }) => tag)
  const body = useRef<HTMLDivElement>(null)
  const footerLine = useRef<HTMLDivElement>(null)
  const store = useDialogStore({
    open,
    setOpen: (next) => {
      if (!next) onClose()
    },
    setMounted: (mounted) => {
      if (!mounted) onClosed?.()
    },
  })
  return (
    <AriaDialog
      store={store}
      role={role}
      // It stands outside the screen that opened it, whose language may not be the page's.
      lang={language === pageLanguage ? undefined : language}
      unmountOnHide
      hideOnEscape={dismissible}
      hideOnInteractOutside={dismissible}
      backdrop={<div className={styles.backdrop} />}
      autoFocusOnShow={() => {
        const places = role === 'alertdialog' ? [footerLine, body] : [body, footerLine]
        const find = (what: string) =>
          places.map((place) => place.current?.querySelector<HTMLElement>(what)).find(Boolean)
        const first = find('[data-autofocus]') ?? find(controls)
        first?.focus()
        return !first
      }}
      autoFocusOnHide={(opener) => {
        const next = focusAfter?.()
        next?.focus()
        return !next && opener !== null
      }}
      className={styles.dialog}
      data-side={side}
    >
      <div className={styles.head}>
        {/* biome-ignore lint/a11y/useHeadingContent: the title becomes its content */}
        <DialogHeading render={<h2 />} className={styles.title}>
          {title}
        </DialogHeading>
      </div>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {footer && (
        <div ref={footerLine} className={styles.footer}>
          {footer}
        </div>
      )}
      {/* Last, so that the focus starts on something more useful. */}
      {dismissible && (
        <DialogDismiss className={styles.close} aria-label={t('close')} title={t('close')}>
          <X aria-hidden />
        </DialogDismiss>
      )}
    </AriaDialog>
  )
}
