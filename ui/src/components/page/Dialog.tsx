// A modal dialog: opens in 300 ms, closes in 200 ms, traps and restores the focus; Escape and a click outside close it.
// `side="bottom"` makes it a bottom sheet, for phones.
import parts from 'messages:en/parts'
import { Dialog as AriaDialog, DialogDismiss, DialogHeading, useDialogStore } from '@ariakit/react/dialog'
import X from 'lucide-react/icons/x'
import { type ReactNode, use, useRef, useState } from 'react'
import { useScreenLanguage } from '../../i18n/language'
import { useText, useTextLanguage } from '../../i18n/useText'
import { Button } from '../buttons/Button'
import { DialogNotice } from '../feedback/Notice'
import styles from './Dialog.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** Called when the closing animation ends. */
  onClosed?: () => void
  title: string
  children: ReactNode
  /** The buttons. */
  footer?: ReactNode
  side?: 'center' | 'bottom'
  /** False when only a button of the footer may close it. */
  dismissible?: boolean
  /**
   * The focus starts on the control with `data-autofocus`; otherwise in an alertdialog on the first button, which is the safe
   * one, and in a dialog on the first control of its content.
   */
  role?: 'dialog' | 'alertdialog'
  /** Gets the focus after closing, when the control that opened the dialog has been removed. */
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
}: DialogProps) {
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
      // The dialog is rendered outside the screen that opened it, whose language may differ from the page's.
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
        {use(DialogNotice)}
      </div>
      {footer && (
        <div ref={footerLine} className={styles.footer}>
          {footer}
        </div>
      )}
      {/* Last, so that the focus starts on a more useful control. */}
      {dismissible && (
        <DialogDismiss className={styles.close} aria-label={t('close')} title={t('close')}>
          <X aria-hidden />
        </DialogDismiss>
      )}
    </AriaDialog>
  )
}

interface ConfirmDialogProps extends Omit<DialogProps, 'footer'> {
  /** The labels of the buttons. */
  cancel: string
  confirm: string
  variant?: 'primary' | 'danger'
  busy?: boolean
  disabled?: boolean
  onConfirm: () => void
}

export const ConfirmDialog = ({
  cancel,
  confirm,
  variant = 'danger',
  busy,
  disabled,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) => (
  <Dialog
    role="alertdialog"
    {...dialog}
    footer={
      <>
        <Button onClick={dialog.onClose}>{cancel}</Button>
        <Button variant={variant} busy={busy} disabled={disabled} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  />
)

/**
 * What a dialog asks about, which it keeps while it closes; null before it opens for the first time. With the props that open and
 * close the dialog, after which its form is empty again.
 */
export function useQuestion<Content>(asked: Content | null, form?: { reset: () => void }) {
  const [shown, setShown] = useState(asked)
  if (asked !== null && asked !== shown) setShown(asked)
  const onClosed = () => {
    setShown(null)
    form?.reset()
  }
  return [shown, { open: asked !== null, onClosed }] as const
}
