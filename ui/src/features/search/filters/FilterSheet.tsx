// The filter panel as a bottom sheet, on screens that are too narrow for a rail.
import type { ReactNode } from 'react'
import { Button } from '../../../components/buttons/Button'
import { Dialog } from '../../../components/page/Dialog'

interface Props {
  children: ReactNode
  open: boolean
  title: string
  /** The label of the button that closes the sheet. */
  closeLabel: string
  onClose: () => void
  /** Called when the closing animation ends. */
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
