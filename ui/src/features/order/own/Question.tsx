// The copy center's question about an order, and the answer to it.
import messages from 'messages:en/myOrders'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { replyToQuestion } from '../../../api/orders/orderChanges'
import { type Order, ordersKey } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { useProblemText } from '../../../api/useProblemText'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { TextArea } from '../../../components/form/TextField'
import { FormShell, fieldOf, required } from '../../../formkit/FormShell'
import { useText } from '../../../i18n/useText'
import styles from './MyOrdersPage.module.css'

export function Question({ order, headingId }: { order: Order; headingId: string }) {
  const t = useText(messages)
  const problemText = useProblemText()
  const client = useQueryClient()
  const form = useForm({ defaultValues: { note: '' } })
  const asked = order.events.findLast(({ state }) => state === 'waiting')
  const reply = useSingleMutation({
    mutationFn: replyToQuestion,
    onSuccess: async () => {
      announce(t('answerSent', { number: order.number }))
      document.getElementById(headingId)?.focus()
      await client.invalidateQueries({ queryKey: ordersKey })
    },
  })
  return (
    <FormShell
      form={form}
      className={styles.question}
      busy={reply.isPending}
      onSubmit={({ note }) => reply.mutate({ number: order.number, note: note.trim() })}
    >
      <h3>{asked?.by ? t('asks', { name: asked.by }) : t('copyCenterAsks')}</h3>
      <p className={styles.asked} dir="auto">
        {asked?.note}
      </p>
      {reply.isError && (
        <Notice kind="error" title={t('answerNotSent')}>
          {`${problemText(asProblem(reply.error))} ${t('typedKept')}`}
        </Notice>
      )}
      <TextArea
        {...fieldOf(form, 'note', { validate: required(t('answerMissing')) })}
        label={t('yourAnswer')}
        nameSuffix={` ${t('aboutOrder', { number: order.number })}`}
        required
        rows={3}
        maxLength={2_000}
      />
      <div>
        <Button type="submit" variant="primary" busy={reply.isPending}>
          {t('sendAnswer')}
        </Button>
      </div>
    </FormShell>
  )
}
