// Changes the state of an order: the new state, a note if required, and for a delivery the quantity of each line.
import messages from 'messages:staff/copyCenter'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { changeOrderState, orderQuery } from '../../../api/orders/copyCenter'
import { type Order, ordersKey } from '../../../api/orders/orders'
import { asProblem, type Problem } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/StatusLine'
import { TextArea } from '../../../components/form/TextField'
import layout from '../../../components/page/Page.module.css'
import { FormShell } from '../../../formkit/FormShell'
import { staffText } from '../../../i18n/staffText'
import { unsentOf } from '../../../lib/orderStates'
import type { OrderState } from '../../../lib/orderTransitions'
import { progressWords } from '../stateWords'
import { DeliveryFields, quantityId } from './DeliveryFields'
import { toDelivery } from './delivery'
import styles from './OrderDetailPage.module.css'
import { transitionChoices, transitionTexts } from './transitionChoices'
import { emptyTransition, type TransitionValues, validateTransition } from './transitionValues'

const t = staffText(messages)

const noteId = 'transition-note'

export function TransitionForm({ order, onChanged }: { order: Order; onChanged: (changed: Order) => void }) {
  const client = useQueryClient()
  const mayReopen = useUser().may('reopenOrders')
  const current = { state: order.state, unsent: unsentOf(order.lines) }
  const choices = transitionChoices(current, mayReopen)
  // The selected transition may no longer be allowed after somebody else has changed the state.
  const choiceFor = (selected: OrderState | '') => choices.find(({ state }) => state === selected) ?? choices[0]
  const form = useForm<TransitionValues>({
    defaultValues: emptyTransition,
    resolver: (values) => validateTransition(values, choiceFor(values.state), order.lines),
    shouldFocusError: false,
  })
  const { errors, isSubmitted } = form.formState
  const [selected, quantities] = useWatch({ control: form.control, name: ['state', 'quantities'] })
  const choice = choiceFor(selected)

  const transition = useMutation({
    mutationFn: changeOrderState,
    onSuccess: (changed) => {
      announce(
        t('orderProgress', {
          number: order.number,
          progressWords: progressWords({ state: changed.state, unsent: unsentOf(changed.lines) }),
        }),
      )
      form.reset(emptyTransition)
      client.setQueryData(orderQuery(order.number).queryKey, changed)
      onChanged(changed)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  if (!choice) {
    return <p className={styles.muted}>{t('orderClosed')}</p>
  }
  const texts = transitionTexts(current, choice.state)
  const submit = ({ note }: TransitionValues) => {
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
      onInvalid={({ quantities: lines }) => {
        const [line] = Object.keys(lines ?? {})
        document.getElementById(line === undefined ? noteId : quantityId(line))?.focus()
      }}
    >
      <h2 id="transition">{t('changeState')}</h2>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{t('newState')}</legend>
        {choices.map(({ state }) => (
          <label key={state} className={styles.choice}>
            <input
              type="radio"
              name="transition"
              checked={state === choice.state}
              onChange={() => {
                form.setValue('state', state)
                form.clearErrors()
              }}
            />
            {transitionTexts(current, state).choice}
          </label>
        ))}
      </fieldset>
      {choice.state === 'sent' && (
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
        {...form.register('note')}
        id={noteId}
        label={choice.state === 'waiting' ? t('question') : t('note')}
        required={choice.needsNote}
        hint={texts.hint}
        rows={3}
        maxLength={2_000}
        error={errors.note?.message}
      />
      <div>
        <Button type="submit" variant={choice.state === 'cancelled' ? 'danger' : 'primary'} busy={transition.isPending}>
          {texts.action}
        </Button>
      </div>
    </FormShell>
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
