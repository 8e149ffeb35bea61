// Asks for the note of a batch transition: a question, or the reason for a cancellation or for an earlier state.
import t from 'messages:staff/copyCenter'
import { useForm } from 'react-hook-form'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import type { Problem } from '../../../api/problem'
import { TextArea } from '../../../components/form/TextField'
import { useLastShown } from '../../../components/page/Dialog'
import { FormDialog } from '../../../formkit/FormDialog'
import { fieldOf, required } from '../../../formkit/FormShell'
import type { OrderState } from '../../../lib/orderTransitions'
import { stateWords } from '../stateWords'
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

const orderCount = (count: number) => t('orderCount', { count })

function dialogTexts(to: OrderState, count: number, needingNote: readonly QueueEntry[]) {
  if (to === 'waiting') {
    return {
      title: t('askAboutOrders', { orderCount: orderCount(count) }),
      hint: t('ordererGetsQuestionByMail'),
      label: t('question'),
      action: t('sendQuestion'),
    }
  }
  if (to === 'cancelled') {
    return {
      title: t('cancelOrdersQuestion', { orderCount: orderCount(count) }),
      hint: t('ordererGetsReasonByMail'),
      label: t('reason'),
      action: t('cancelOrders', { orderCount: orderCount(count) }),
    }
  }
  return {
    title: t('setOrdersTo', { orderCount: orderCount(count), state: stateWords[to].toLowerCase() }),
    hint: t('earlierStateNeedsNote', { needingNote: needingNote.map(({ number }) => number).join(', ') }),
    label: t('note'),
    action: t('setToState', { state: stateWords[to].toLowerCase() }),
  }
}

export function BatchNote({ to, orders, needingNote, problem, isChanging, onClose, onSubmit }: Props) {
  const form = useForm({ defaultValues: { note: '' } })
  const [shown, drop] = useLastShown(to)
  if (shown === null) return null
  const texts = dialogTexts(shown, orders.length, needingNote)
  return (
    <FormDialog
      open={to !== null}
      onClose={onClose}
      onClosed={() => {
        drop()
        form.reset()
      }}
      title={texts.title}
      cancel={t('back')}
      submit={texts.action}
      variant={shown === 'cancelled' ? 'danger' : 'primary'}
      form={form}
      className={styles.note}
      busy={isChanging}
      failure={problem && { title: t('stateNotChanged'), detail: problem.text }}
      onSubmit={({ note }) => onSubmit(note.trim())}
    >
      <TextArea
        {...fieldOf(form, 'note', { validate: required(t('labelRequired', { label: texts.label })) })}
        label={texts.label}
        hint={texts.hint}
        required
        rows={3}
        maxLength={2_000}
      />
    </FormDialog>
  )
}
