// Changes the state of an order: the new state, a note if required, and for a delivery the quantity of each line.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeOrderState, orderQuery } from '../../../api/orders/copyCenter'
import { type Order, ordersKey } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { TextArea } from '../../../components/form/TextField'
import layout from '../../../components/page/Page.module.css'
import { progressWords, unsentOf } from '../../../lib/orderStates'
import type { OrderState } from '../../../lib/orderTransitions'
import { DeliveryFields } from './DeliveryFields'
import { toDelivery, wrongLines } from './delivery'
import styles from './OrderDetailPage.module.css'
import { transitionChoices, transitionTexts } from './transitionChoices'

const noteId = 'transition-note'

export function TransitionForm({ order, onChanged }: { order: Order; onChanged: (taken: Order) => void }) {
  const client = useQueryClient()
  const mayReopen = useUser().may('reopenOrders')
  const progress = { state: order.state, unsent: unsentOf(order.lines) }
  const choices = transitionChoices(progress, mayReopen)
  const [chosen, setChosen] = useState<OrderState | null>(null)
  const [note, setNote] = useState('')
  const [quantities, setQuantities] = useState<Record<number, string>>({})
  const [showsErrors, setShowsErrors] = useState(false)
  // The selected transition may no longer be allowed after somebody else has changed the state.
  const choice = choices.find(({ state }) => state === chosen) ?? choices[0]

  const transition = useMutation({
    mutationFn: changeOrderState,
    onSuccess: (taken) => {
      announce(`Order ${order.number}: ${progressWords({ state: taken.state, unsent: unsentOf(taken.lines) })}.`)
      setChosen(null)
      setNote('')
      setQuantities({})
      setShowsErrors(false)
      client.setQueryData(orderQuery(order.number).queryKey, taken)
      onChanged(taken)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  if (!choice) {
    return <p className={styles.muted}>This order is closed. An administrator can reopen it.</p>
  }
  const isSending = choice.state === 'sent'
  const lacksNote = choice.needsNote && note.trim() === ''
  const wrong = isSending ? wrongLines(order.lines, quantities) : []

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (transition.isPending) return
    setShowsErrors(lacksNote || wrong.length > 0)
    if (wrong[0] !== undefined) document.getElementById(`send-${wrong[0]}`)?.focus()
    else if (lacksNote) document.getElementById(noteId)?.focus()
    else {
      const sent = isSending ? toDelivery(order.lines, quantities) : undefined
      transition.mutate({ order, transition: { state: choice.state, note: note.trim(), ...(sent && { sent }) } })
    }
  }
  const problem = transition.isError ? asProblem(transition.error) : null
  return (
    <form
      noValidate
      aria-labelledby="transition"
      className={`${layout.section} ${styles.transition}`}
      onSubmit={submit}
    >
      <h2 id="transition">Change state</h2>
      {problem && (
        <Notice
          kind="error"
          title={problem.status === 412 ? 'Somebody else has changed this order.' : 'The state was not changed.'}
        >
          {problem.status === 412
            ? 'The page shows its current state. Your change was not made; what you typed is still here.'
            : [problem.text, ...problem.fieldErrors.map(({ message }) => message)].join(' ')}
        </Notice>
      )}
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">New state</legend>
        {choices.map(({ state }) => (
          <label key={state} className={styles.choice}>
            <input
              type="radio"
              name="transition"
              checked={state === choice.state}
              onChange={() => {
                setChosen(state)
                setShowsErrors(false)
              }}
            />
            {transitionTexts(progress, state).choice}
          </label>
        ))}
      </fieldset>
      {isSending && (
        <DeliveryFields
          lines={order.lines}
          quantities={quantities}
          wrong={showsErrors ? wrong : []}
          onChange={(line, text) => setQuantities({ ...quantities, [line]: text })}
        />
      )}
      <TextArea
        id={noteId}
        label={choice.state === 'waiting' ? 'Question' : 'Note'}
        required={choice.needsNote}
        hint={transitionTexts(progress, choice.state).hint}
        rows={3}
        maxLength={2_000}
        value={note}
        error={showsErrors && lacksNote ? 'This change needs a note.' : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
      <div>
        <Button type="submit" variant={choice.state === 'cancelled' ? 'danger' : 'primary'} busy={transition.isPending}>
          {transitionTexts(progress, choice.state).action}
        </Button>
      </div>
    </form>
  )
}
