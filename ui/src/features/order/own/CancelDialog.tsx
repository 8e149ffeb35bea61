// Asks for confirmation before an order is cancelled, with an optional note.
import messages from 'messages:en/myOrders'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { cancelOrder } from '../../../api/orders/orderChanges'
import { type Order, ordersKey } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { useProblemText } from '../../../api/useProblemText'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { TextArea } from '../../../components/form/TextField'
import { FormDialog } from '../../../formkit/FormDialog'
import { useText } from '../../../i18n/useText'
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
  const problemText = useProblemText()
  const client = useQueryClient()
  const form = useForm({ defaultValues: { note: '' } })
  const cancel = useSingleMutation({
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
    <FormDialog
      open={open}
      onClose={close}
      focusAfter={() => (cancel.isSuccess ? focusAfter() : null)}
      title={t('cancelTitle', { number })}
      cancel={t('keep')}
      submit={t('cancelOrder')}
      variant="danger"
      form={form}
      className={styles.cancel}
      busy={cancel.isPending}
      onSubmit={({ note }) => cancel.mutate({ number, note: note.trim() })}
    >
      <p>{t('cancelHint')}</p>
      {cancel.isError && (
        <Notice kind="error" title={t('notCancelled')}>
          {problemText(asProblem(cancel.error))}
        </Notice>
      )}
      <TextArea {...form.register('note')} label={t('note')} hint={t('optional')} rows={2} maxLength={2_000} />
    </FormDialog>
  )
}
