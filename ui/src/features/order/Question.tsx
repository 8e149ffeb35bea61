// The copy center's question about an order, and the answer to it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Order, ordersKey, replyToQuestion } from '../../api/orders'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { announce } from '../../components/StatusLine'
import { TextArea } from '../../components/TextField'
import styles from './MyOrdersPage.module.css'

export function Question({ order, headingId }: { order: Order; headingId: string }) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const asked = order.events.findLast(({ state }) => state === 'waiting')
  const reply = useMutation({
    mutationFn: replyToQuestion,
    onSuccess: async () => {
      announce(`Your answer about order ${order.number} was sent.`)
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
      <h3>{`${asked?.by ?? 'The copy center'} asks`}</h3>
      <p className={styles.asked} dir="auto">
        {asked?.note}
      </p>
      {reply.isError && (
        <Notice kind="error" title="Your answer was not sent.">
          {`${asProblem(reply.error).text} What you typed is still here.`}
        </Notice>
      )}
      <TextArea
        label="Your answer"
        nameSuffix={` about order ${order.number}`}
        required
        rows={3}
        maxLength={2_000}
        value={note}
        error={missing ? 'Your answer is required.' : undefined}
        onChange={(event) => {
          setNote(event.target.value)
          setMissing(false)
        }}
      />
      <div>
        <Button type="submit" variant="primary" busy={reply.isPending}>
          Send answer
        </Button>
      </div>
    </form>
  )
}
