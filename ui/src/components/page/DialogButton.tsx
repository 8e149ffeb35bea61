// A dialog with a script of its own, and the button that opens one.
import { type ComponentProps, type ReactNode, useState } from 'react'
import { PartBoundary } from '../../lib/page/lazyPart'
import { Button } from '../buttons/Button'

interface OpenDialog {
  open: boolean
  onClose: () => void
  /** Removes the dialog with its input. */
  unmount: () => void
}

type Props = ComponentProps<typeof Button> & { dialog: (state: OpenDialog) => ReactNode }

export function DialogButton({ dialog, ...button }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <LazyDialog open={open} onFailed={close}>
        {(unmount) => {
          const remove = () => {
            close()
            unmount()
          }
          return dialog({ open, onClose: close, unmount: remove })
        }}
      </LazyDialog>
    </>
  )
}

interface LazyDialogProps {
  open: boolean
  /** Marks the dialog as closed when its script could not be loaded. */
  onFailed: () => void
  /** The dialog; it calls `unmount` when its closing has ended, or later, to keep its input until then. */
  children: (unmount: () => void) => ReactNode
}

/** Mounted from its first opening until its closing has ended. */
export function LazyDialog({ open, onFailed, children }: LazyDialogProps) {
  /** Null from a failure until the dialog is marked as closed. */
  const [mounted, setMounted] = useState<boolean | null>(open)
  if (mounted === null ? !open : open && !mounted) setMounted(open)
  return (
    <PartBoundary
      onFailed={() => {
        setMounted(null)
        onFailed()
      }}
    >
      {mounted && children(() => setMounted(false))}
    </PartBoundary>
  )
}
