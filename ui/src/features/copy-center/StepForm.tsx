// The next step of an order: which one, with a note where it needs one, and for a delivery how much of each line.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { orderQuery, takeStep } from '../../api/copyCenter'
import { type Order, ordersKey } from '../../api/orders'
import { asProblem } from '../../api/problem'
import { useUser } from '../../api/user'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import layout from '../../components/Page.module.css'
import { announce } from '../../components/StatusLine'
import { TextArea } from '../../components/TextField'
import { type OrderState, standingWords, unsentOf } from '../../lib/orderSteps'
import { DeliveryFields } from './DeliveryFields'
import { deliveryOf, wrongLines } from './delivery'
import styles from './OrderDetailPage.module.css'
import { choicesOf, stepWords } from './stepChoices'

const noteId = 'step-note'

export function StepForm({ order, onTaken }: { order: Order; onTaken: (taken: Order) => void }) {
  const client = useQueryClient()
  const mayReopen = useUser().may('reopenOrders')
  const standing = { state: order.state, unsent: unsentOf(order.lines) }
  const choices = choicesOf(standing, mayReopen)
  const [chosen, setChosen] = useState<OrderState | null>(null)
  const [note, setNote] = useState('')
  const [quantities, setQuantities] = useState<Record<number, string>>({})
  const [faulty, setFaulty] = useState(false)
  // What was chosen may not be possible any more once somebody else took a step.
  const choice = choices.find(({ state }) => state === chosen) ?? choices[0]

  const step = useMutation({
    mutationFn: takeStep,
    onSuccess: (taken) => {
      announce(`Order ${order.number}: ${standingWords({ state: taken.state, unsent: unsentOf(taken.lines) })}.`)
      setChosen(null)
      setNote('')
      setQuantities({})
      setFaulty(false)
      client.setQueryData(orderQuery(order.number).queryKey, taken)
      onTaken(taken)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  if (!choice) {
    return <p className={styles.muted}>Nothing is left to do. An administrator can reopen this order.</p>
  }
  const isSending = choice.state === 'sent'
  const lacksNote = choice.needsNote && note.trim() === ''
  const wrong = isSending ? wrongLines(order.lines, quantities) : []

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (step.isPending) return
    setFaulty(lacksNote || wrong.length > 0)
    if (wrong[0] !== undefined) document.getElementById(`send-${wrong[0]}`)?.focus()
    else if (lacksNote) document.getElementById(noteId)?.focus()
    else {
      const sent = isSending ? deliveryOf(order.lines, quantities) : undefined
      step.mutate({ order, step: { state: choice.state, note: note.trim(), ...(sent && { sent }) } })
    }
  }
  const problem = step.isError ? asProblem(step.error) : null
  return (
    <form noValidate aria-labelledby="step" className={`${layout.section} ${styles.step}`} onSubmit={submit}>
      <h2 id="step">Next step</h2>
      {problem && (
        <Notice kind="error" title={problem.status === 412 ? 'Somebody else was faster.' : 'The step was not taken.'}>
          {problem.status === 412
            ? 'The order is shown as it is now. Nothing was changed by you, and what you typed is still here.'
            : [problem.text, ...problem.fieldErrors.map(({ message }) => message)].join(' ')}
        </Notice>
      )}
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Step</legend>
        {choices.map(({ state }) => (
          <label key={state} className={styles.choice}>
            <input
              type="radio"
              name="step"
              checked={state === choice.state}
              onChange={() => {
                setChosen(state)
                setFaulty(false)
              }}
            />
            {stepWords(standing, state).choice}
          </label>
        ))}
      </fieldset>
      {isSending && (
        <DeliveryFields
          lines={order.lines}
          quantities={quantities}
          wrong={faulty ? wrong : []}
          onChange={(line, text) => setQuantities({ ...quantities, [line]: text })}
        />
      )}
      <TextArea
        id={noteId}
        label={choice.state === 'waiting' ? 'Question' : 'Note'}
        required={choice.needsNote}
        hint={stepWords(standing, choice.state).hint}
        rows={3}
        maxLength={2_000}
        value={note}
        error={faulty && lacksNote ? 'This step needs a note.' : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
      <div>
        <Button type="submit" variant={choice.state === 'cancelled' ? 'danger' : 'primary'} busy={step.isPending}>
          {stepWords(standing, choice.state).action}
        </Button>
      </div>
    </form>
  )
}
