// Asks for the note of a step with the ticked orders: a question, why they are cancelled, or why some go back.
import { type FormEvent, useId, useState } from 'react'
import type { QueueEntry } from '../../api/copyCenter'
import type { Problem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { TextArea } from '../../components/TextField'
import type { OrderState } from '../../lib/orderSteps'
import { stateWords } from '../../lib/orderSteps'
import styles from './BatchBar.module.css'

interface Props {
  /** The step; null while nothing is asked. */
  to: OrderState | null
  orders: readonly QueueEntry[]
  /** Those of them that need the note. */
  needing: readonly QueueEntry[]
  problem: Problem | undefined
  isTaking: boolean
  onClose: () => void
  onTake: (note: string) => void
}

const ordersWord = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

function wordsOf(to: OrderState, count: number, needing: readonly QueueEntry[]) {
  if (to === 'waiting') {
    return {
      title: `Ask about ${ordersWord(count)}`,
      hint: 'Whoever ordered gets the question by mail and answers it under My orders.',
      label: 'Question',
      action: 'Send question',
    }
  }
  if (to === 'cancelled') {
    return {
      title: `Cancel ${ordersWord(count)}?`,
      hint: 'Whoever ordered gets the reason by mail.',
      label: 'Reason',
      action: `Cancel ${ordersWord(count)}`,
    }
  }
  return {
    title: `Set ${ordersWord(count)} to ${stateWords[to].toLowerCase()}`,
    hint: `Going back needs a note: ${needing.map(({ number }) => number).join(', ')}.`,
    label: 'Note',
    action: `Set to ${stateWords[to].toLowerCase()}`,
  }
}

export function BatchNote({ to, orders, needing, problem, isTaking, onClose, onTake }: Props) {
  const formId = useId()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const [shown, setShown] = useState<OrderState | null>(null)
  // The dialog keeps its words while it closes.
  if (to !== null && to !== shown) {
    setShown(to)
    setMissing(false)
  }
  if (shown === null) return null
  const words = wordsOf(shown, orders.length, needing)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isTaking) return
    if (note.trim() === '') {
      setMissing(true)
      event.currentTarget.querySelector('textarea')?.focus()
    } else onTake(note.trim())
  }
  return (
    <Dialog
      open={to !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null)
        setNote('')
      }}
      title={words.title}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" form={formId} variant={shown === 'cancelled' ? 'danger' : 'primary'} busy={isTaking}>
            {words.action}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.note} onSubmit={submit}>
        {problem && (
          <Notice kind="error" title="The step was not taken.">
            {problem.text}
          </Notice>
        )}
        <TextArea
          label={words.label}
          hint={words.hint}
          required
          rows={3}
          maxLength={2_000}
          value={note}
          error={missing ? `${words.label} is required.` : undefined}
          onChange={(event) => {
            setNote(event.target.value)
            setMissing(false)
          }}
        />
      </form>
    </Dialog>
  )
}
