// The filter panel as a sheet from the lower edge, on screens without room for a rail.
import type { ReactNode } from 'react'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'

interface Props {
  children: ReactNode
  /** False: the sheet goes, in its own time. */
  open: boolean
  title: string
  /** Says what closing shows. */
  closeLabel: string
  /** Closes it: a button, Escape, or a click beside it. */
  onClose: () => void
  /** Called when it is gone. */
  onClosed: () => void
}

export default function FilterSheet({ children, open, title, closeLabel, onClose, onClosed }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={title}
      side="bottom"
      footer={
        <Button variant="primary" onClick={onClose}>
          {closeLabel}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
