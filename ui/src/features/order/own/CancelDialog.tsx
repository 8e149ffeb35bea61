// Asks for confirmation before an order is cancelled, with an optional note.
import messages from 'messages:en/myOrders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelOrder, type Order, ordersKey } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { TextArea } from '../../../components/form/TextField'
import { Dialog } from '../../../components/page/Dialog'
import { useText } from '../../../i18n/useText'
import { useProblemText } from '../problemText'
import styles from './MyOrdersPage.module.css'

interface Props {
  order: Order
  open: boolean
  onClose: () => void
  /** Gets the focus after the cancellation, when the Cancel button has been removed. */
  focusAfter: () => HTMLElement | null
}

export function CancelDialog({ order: { number }, open, onClose, focusAfter }: Props) {
  const t = useText(messages)
  const createText = useProblemText()
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const cancel = useMutation({
    mutationFn: cancelOrder,
    onSuccess: async () => {
      announce(t('cancelled', { number }))
      await client.invalidateQueries({ queryKey: ordersKey })
      onClose()
    },
    // The order may be printing already; the list shows its state.
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
      title={t('cancelTitle', { number })}
      footer={
        <>
          <Button onClick={close}>{t('keep')}</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ number, note: note.trim() })}>
            {t('cancelOrder')}
          </Button>
        </>
      }
    >
      <div className={styles.cancel}>
        <p>{t('cancelHint')}</p>
        {cancel.isError && (
          <Notice kind="error" title={t('notCancelled')}>
            {createText(asProblem(cancel.error))}
          </Notice>
        )}
        <TextArea
          label={t('note')}
          hint={t('optional')}
          rows={2}
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
