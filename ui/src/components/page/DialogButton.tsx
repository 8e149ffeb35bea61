// A button that opens a dialog, which usually has a script of its own. The dialog is mounted from its first opening until it calls
// `unmount`: after the closing animation, or later, so that one that was closed by mistake keeps its input.
import { type ComponentProps, type ReactNode, useState } from 'react'
import { PartBoundary } from '../../lib/page/PartBoundary'
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
  const [mounted, setMounted] = useState(false)
  const unmount = () => setMounted(false)
  const show = () => {
    setMounted(true)
    setOpen(true)
  }
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={show} />
      <PartBoundary onFailed={unmount}>
        {mounted && dialog({ open, onClose: () => setOpen(false), unmount })}
      </PartBoundary>
    </>
  )
}
