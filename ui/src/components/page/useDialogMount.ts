// The state of a button that opens a dialog. The dialog is mounted from its first opening until its owner unmounts it: after the
// closing animation, or later, so that one that was closed by mistake keeps its input.
import { useState } from 'react'

export function useDialogMount() {
  const [open, setOpen] = useState(false)
  const [mounted, setMounted] = useState(false)
  return {
    open,
    mounted,
    show: () => {
      setMounted(true)
      setOpen(true)
    },
    close: () => setOpen(false),
    /** Removes the dialog with its input. */
    unmount: () => setMounted(false),
  }
}
