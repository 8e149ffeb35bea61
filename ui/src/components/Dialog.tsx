// A modal dialog: 300 ms in, 200 ms out, focus kept inside and given back, Escape and the ground close it. `side="bottom"` makes
// it a sheet from the lower edge, for phones.
import { Dialog as AriaDialog, DialogDismiss, DialogHeading, useDialogStore } from '@ariakit/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
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
  /** False when only a button may close it: no cross, no Escape, no click on the ground. */
  dismissible?: boolean
  role?: 'dialog' | 'alertdialog'
}

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
}: Props) {
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
      unmountOnHide
      hideOnEscape={dismissible}
      hideOnInteractOutside={dismissible}
      backdrop={<div className={styles.backdrop} />}
      className={styles.dialog}
      data-side={side}
    >
      <div className={styles.head}>
        {/* biome-ignore lint/a11y/useHeadingContent: the title becomes its content */}
        <DialogHeading render={<h2 />} className={styles.title}>
          {title}
        </DialogHeading>
        {dismissible && (
          <DialogDismiss className={styles.close} aria-label="Close" title="Close">
            <X aria-hidden />
          </DialogDismiss>
        )}
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </AriaDialog>
  )
}
