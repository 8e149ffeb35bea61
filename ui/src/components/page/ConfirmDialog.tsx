// Asks for a confirmation: one button closes the dialog, the other confirms what its title asks.
import type { ComponentProps } from 'react'
import { Button } from '../buttons/Button'
import { Dialog } from './Dialog'

interface Props extends Omit<ComponentProps<typeof Dialog>, 'footer'> {
  /** The labels of the buttons. */
  cancel: string
  confirm: string
  variant?: 'primary' | 'danger'
  busy?: boolean
  disabled?: boolean
  onConfirm: () => void
}

export const ConfirmDialog = ({ cancel, confirm, variant = 'danger', busy, disabled, onConfirm, ...dialog }: Props) => (
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
