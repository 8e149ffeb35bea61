// Changes the state of an order: the new state, a note if required, and for a delivery the quantity of each line.

import t from 'messages:staff/copyCenter'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { changeOrderState, orderQuery } from '../../../api/orders/copyCenter'
import { type Order, ordersKey } from '../../../api/orders/orders'
import { asProblem, type Problem } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/StatusLine'
import { FieldError } from '../../../components/form/Field'
import { TextArea } from '../../../components/form/TextField'
import layout from '../../../components/page/Page.module.css'
import { FormShell, fieldOf } from '../../../formkit/FormShell'
import { type OrderProgress, unsentOf } from '../../../lib/orderStates'
import type { OrderState } from '../../../lib/orderTransitions'
import { progressWords } from '../stateWords'
import { DeliveryFields, quantityId } from './DeliveryFields'
import { toDelivery } from './delivery'
import styles from './OrderDetailPage.module.css'
import { stillOffered, type TransitionChoice, transitionChoices, transitionTexts } from './transitionChoices'
import { firstTransition, type TransitionValues, validateTransition } from './transitionValues'

const noteId = 'transition-note'
const choiceId = (state: OrderState) => `transition-${state}`

const progressOf = ({ state, lines }: Order): OrderProgress => ({ state, unsent: unsentOf(lines) })

export function TransitionForm({ order, onChanged }: { order: Order; onChanged: (changed: Order) => void }) {
  const client = useQueryClient()
  const mayReopen = useUser().may('reopenOrders')
  const current = progressOf(order)
  const choices = transitionChoices(current, mayReopen)
  const form = useForm<TransitionValues>({
    defaultValues: firstTransition(current, choices),
    resolver: (values) => validateTransition(values, stillOffered(choices, current, values.selected), order.lines),
    shouldFocusError: false,
  })
  const { errors, isSubmitted } = form.formState
  const [selected, quantities] = useWatch({ control: form.control, name: ['selected', 'quantities'] })
  const choice = stillOffered(choices, current, selected)

  const transition = useSingleMutation({
    mutationFn: changeOrderState,
    onSuccess: (changed) => {
      announce(
        t('orderProgress', {
          number: order.number,
          progressWords: progressWords(progressOf(changed)),
        }),
      )
      form.reset(firstTransition(progressOf(changed), transitionChoices(progressOf(changed), mayReopen)))
      client.setQueryData(orderQuery(order.number).queryKey, changed)
      onChanged(changed)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  if (choices.length === 0 && !transition.isError) return <p className={styles.muted}>{t('orderClosed')}</p>
  const texts = choice && transitionTexts(current, choice.state)
  const submit = ({ note }: TransitionValues) => {
    if (!choice) return
    const sent = choice.state === 'sent' ? toDelivery(order.lines, quantities) : undefined
    transition.mutate({ order, transition: { state: choice.state, note: note.trim(), ...(sent && { sent }) } })
  }
  return (
    <FormShell
      form={form}
      aria-labelledby="transition"
      className={`${layout.section} ${styles.transition}`}
      busy={transition.isPending}
      failure={transition.isError ? failureOf(asProblem(transition.error)) : null}
      onSubmit={submit}
      onInvalid={({ selected: none, quantities: lines }) => {
        const [line] = Object.keys(lines ?? {})
        const [first] = choices
        if (none && first) document.getElementById(choiceId(first.state))?.focus()
        else document.getElementById(line === undefined ? noteId : quantityId(line))?.focus()
      }}
    >
      <h2 id="transition">{t('changeState')}</h2>
      <StateChoices
        current={current}
        choices={choices}
        selected={choice}
        error={errors.selected?.message}
        onSelect={(state) => {
          form.setValue('selected', { state, from: current.state })
          form.clearErrors()
        }}
      />
      {choice?.state === 'sent' && (
        <DeliveryFields
          lines={order.lines}
          quantities={quantities}
          errors={errors.quantities ?? {}}
          onChange={(line, text) => {
            form.setValue('quantities', { ...quantities, [line]: text })
            if (isSubmitted) void form.trigger('quantities')
          }}
        />
      )}
      <TextArea
        {...fieldOf(form, 'note')}
        id={noteId}
        label={choice?.state === 'waiting' ? t('question') : t('note')}
        required={choice?.needsNote ?? false}
        hint={texts?.hint}
        rows={3}
        maxLength={2_000}
      />
      {choices.length > 0 && (
        <div>
          <Button
            type="submit"
            variant={choice?.state === 'cancelled' ? 'danger' : 'primary'}
            busy={transition.isPending}
          >
            {texts ? texts.action : t('changeState')}
          </Button>
        </div>
      )}
    </FormShell>
  )
}

interface ChoicesProps {
  current: OrderProgress
  choices: readonly TransitionChoice[]
  /** Undefined after somebody else has changed the state so that the selected transition is not offered any more. */
  selected: TransitionChoice | undefined
  error: string | undefined
  onSelect: (state: OrderState) => void
}

function StateChoices({ current, choices, selected, error, onSelect }: ChoicesProps) {
  if (choices.length === 0) return <p className={styles.muted}>{t('orderClosed')}</p>
  return (
    <fieldset className={styles.choices} aria-describedby={error && 'transition-error'}>
      <legend className="visually-hidden">{t('newState')}</legend>
      {choices.map(({ state }) => (
        <label key={state} className={styles.choice}>
          <input
            id={choiceId(state)}
            type="radio"
            name="transition"
            checked={state === selected?.state}
            onChange={() => onSelect(state)}
          />
          {transitionTexts(current, state).choice}
        </label>
      ))}
      {error && <FieldError id="transition-error">{error}</FieldError>}
    </fieldset>
  )
}

const failureOf = ({ status, text, fieldErrors }: Problem) =>
  status === 412
    ? {
        title: t('somebodyElseChangedOrder'),
        detail: t('pageShowsCurrentState'),
      }
    : {
        title: t('stateNotChanged'),
        detail: [text, ...fieldErrors.map(({ message }) => message)].join(' '),
      }
