// Asks for the note of a batch transition: a question, or the reason for a cancellation or for an earlier state.
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import type { Problem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { TextArea } from '../../../components/form/TextField'
import { Dialog } from '../../../components/page/Dialog'
import { FormShell } from '../../../formkit/FormShell'
import { required } from '../../../formkit/required'
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
  const form = useForm({ defaultValues: { note: '' } })
  const [shown, setShown] = useState<OrderState | null>(null)
  // The dialog keeps its content while it closes.
  if (to !== null && to !== shown) setShown(to)
  if (shown === null) return null
  const texts = dialogTexts(shown, orders.length, needingNote)
  return (
    <Dialog
      open={to !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null)
        form.reset()
      }}
      title={texts.title}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" form={formId} variant={shown === 'cancelled' ? 'danger' : 'primary'} busy={isChanging}>
            {texts.action}
          </Button>
        </>
      }
    >
      <FormShell
        id={formId}
        form={form}
        className={styles.note}
        busy={isChanging}
        failure={problem && { title: 'The state was not changed.', detail: problem.text }}
        onSubmit={({ note }) => onSubmit(note.trim())}
      >
        <TextArea
          {...form.register('note', { validate: required(`${texts.label} is required.`) })}
          label={texts.label}
          hint={texts.hint}
          required
          rows={3}
          maxLength={2_000}
          error={form.formState.errors.note?.message}
        />
      </FormShell>
    </Dialog>
  )
}
