// The copy center's question about an order, and the answer to it.
import messages from 'messages:en/myOrders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Order, ordersKey, replyToQuestion } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { TextArea } from '../../../components/form/TextField'
import { useText } from '../../../i18n/useText'
import { useProblemText } from '../problemText'
import styles from './MyOrdersPage.module.css'

export function Question({ order, headingId }: { order: Order; headingId: string }) {
  const t = useText(messages)
  const createText = useProblemText()
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const asked = order.events.findLast(({ state }) => state === 'waiting')
  const reply = useMutation({
    mutationFn: replyToQuestion,
    onSuccess: async () => {
      announce(t('answerSent', { number: order.number }))
      document.getElementById(headingId)?.focus()
      await client.invalidateQueries({ queryKey: ordersKey })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reply.isPending) return
    flushSync(() => setMissing(note.trim() === ''))
    if (note.trim() === '') event.currentTarget.querySelector('textarea')?.focus()
    else reply.mutate({ number: order.number, note: note.trim() })
  }
  return (
    <form noValidate className={styles.question} onSubmit={submit}>
      <h3>{asked?.by ? t('asks', { name: asked.by }) : t('copyCenterAsks')}</h3>
      <p className={styles.asked} dir="auto">
        {asked?.note}
      </p>
      {reply.isError && (
        <Notice kind="error" title={t('answerNotSent')}>
          {`${createText(asProblem(reply.error))} ${t('typedKept')}`}
        </Notice>
      )}
      <TextArea
        label={t('yourAnswer')}
        nameSuffix={` ${t('aboutOrder', { number: order.number })}`}
        required
        rows={3}
        maxLength={2_000}
        value={note}
        error={missing ? t('answerMissing') : undefined}
        onChange={(event) => {
          setNote(event.target.value)
          setMissing(false)
        }}
      />
      <div>
        <Button type="submit" variant="primary" busy={reply.isPending}>
          {t('sendAnswer')}
        </Button>
      </div>
    </form>
  )
}
