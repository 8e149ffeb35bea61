// A button that opens a dialog.
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../buttons/Button'
import { LazyDialog } from './LazyDialog'

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
