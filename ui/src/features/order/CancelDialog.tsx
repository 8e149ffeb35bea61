// Asks before an order is cancelled; a note says why, for those who want to.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelOrder, type Order, ordersKey } from '../../api/orders'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { announce } from '../../components/StatusLine'
import { TextArea } from '../../components/TextField'
import styles from './MyOrdersPage.module.css'

interface Props {
  order: Order
  open: boolean
  onClose: () => void
  /** Takes the focus once the order is cancelled: its Cancel button has gone then. */
  focusAfter: () => HTMLElement | null
}

export function CancelDialog({ order: { number }, open, onClose, focusAfter }: Props) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const cancel = useMutation({
    mutationFn: cancelOrder,
    onSuccess: async () => {
      announce(`Order ${number} is cancelled.`)
      await client.invalidateQueries({ queryKey: ordersKey })
      onClose()
    },
    // It may have gone to print meanwhile: the list shows it.
    onError: () => void client.invalidateQueries({ queryKey: ordersKey }),
  })
  const close = () => {
    cancel.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      focusAfter={() => (cancel.isSuccess ? focusAfter() : null)}
      title={`Cancel order ${number}?`}
      footer={
        <>
          <Button onClick={close}>Keep the order</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ number, note: note.trim() })}>
            Cancel the order
          </Button>
        </>
      }
    >
      <div className={styles.cancel}>
        <p>Nothing of it will be printed. You can order again at any time.</p>
        {cancel.isError && (
          <Notice kind="error" title="The order was not cancelled.">
            {asProblem(cancel.error).text}
          </Notice>
        )}
        <TextArea
          label="Note to the copy center"
          hint="Optional."
          rows={2}
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
