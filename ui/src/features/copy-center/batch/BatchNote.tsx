// Asks for the note of a batch transition: a question, or the reason for a cancellation or for an earlier state.
import { type FormEvent, useId, useState } from 'react'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import type { Problem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { TextArea } from '../../../components/form/TextField'
import { Dialog } from '../../../components/page/Dialog'
import { stateWords } from '../../../lib/orderStates'
import type { OrderState } from '../../../lib/orderTransitions'
import styles from './BatchBar.module.css'

interface Props {
  /** The new state; null while the dialog is closed. */
  to: OrderState | null
  orders: readonly QueueEntry[]
  /** The orders that need the note. */
  needingNote: readonly QueueEntry[]
  problem: Problem | undefined
  isChanging: boolean
  onClose: () => void
  onSubmit: (note: string) => void
}

const orderCount = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

function dialogTexts(to: OrderState, count: number, needingNote: readonly QueueEntry[]) {
  if (to === 'waiting') {
    return {
      title: `Ask about ${orderCount(count)}`,
      hint: 'The orderer gets the question by mail and answers it under My orders.',
      label: 'Question',
      action: 'Send question',
    }
  }
  if (to === 'cancelled') {
    return {
      title: `Cancel ${orderCount(count)}?`,
      hint: 'The orderer gets the reason by mail.',
      label: 'Reason',
      action: `Cancel ${orderCount(count)}`,
    }
  }
  return {
    title: `Set ${orderCount(count)} to ${stateWords[to].toLowerCase()}`,
    hint: `An earlier state needs a note: ${needingNote.map(({ number }) => number).join(', ')}.`,
    label: 'Note',
    action: `Set to ${stateWords[to].toLowerCase()}`,
  }
}

export function BatchNote({ to, orders, needingNote, problem, isChanging, onClose, onSubmit }: Props) {
  const formId = useId()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const [shown, setShown] = useState<OrderState | null>(null)
  // The dialog keeps its content while it closes.
  if (to !== null && to !== shown) {
    setShown(to)
    setMissing(false)
  }
  if (shown === null) return null
  const words = dialogTexts(shown, orders.length, needingNote)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChanging) return
    if (note.trim() === '') {
      setMissing(true)
      event.currentTarget.querySelector('textarea')?.focus()
    } else onSubmit(note.trim())
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
          <Button type="submit" form={formId} variant={shown === 'cancelled' ? 'danger' : 'primary'} busy={isChanging}>
            {words.action}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.note} onSubmit={submit}>
        {problem && (
          <Notice kind="error" title="The state was not changed.">
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
