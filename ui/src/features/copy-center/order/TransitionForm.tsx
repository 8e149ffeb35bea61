// Changes the state of an order: the new state, a note if required, and for a delivery the quantity of each line.
import t from 'messages:staff/copyCenter'
import { useQueryClient } from '@tanstack/react-query'
import { type ResolverResult, useForm, useWatch } from 'react-hook-form'
import { changeOrderState, orderQuery } from '../../../api/orders/copyCenter'
import { type Order, type OrderLine, ordersKey } from '../../../api/orders/orders'
import { asProblem, type Problem } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/Notice'
import { FieldError, NumberInput, TextArea } from '../../../components/form/TextField'
import layout from '../../../components/page/Page.module.css'
import { FormShell, fieldOf } from '../../../formkit/FormShell'
import { isFinal, type OrderProgress, transitionRule, unsentOf } from '../../../lib/orderStates'
import { type OrderState, openStates, orderStates } from '../../../lib/orderTransitions'
import { wholeNumber } from '../../../lib/text/wholeNumber'
import { progressWords, stateWords } from '../stateWords'
import styles from './OrderDetailPage.module.css'

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

const quantityId = (line: number | string) => `send-${line}`

interface Props {
  lines: readonly OrderLine[]
  quantities: Readonly<Record<number, string>>
  /** The errors by line. */
  errors: Readonly<Record<number, { message?: string } | undefined>>
  onChange: (line: number, text: string) => void
}

/** The quantity of each line that is sent now. */
const DeliveryFields = ({ lines, quantities, errors, onChange }: Props) => (
  <fieldset className={styles.quantities}>
    <legend>{t('sentNow')}</legend>
    {openLines(lines).map((line) => {
      const id = quantityId(line.line)
      const error = errors[line.line]?.message
      return (
        <div key={line.line} className={styles.quantity}>
          <label htmlFor={id}>
            <span dir="auto">{line.title}</span>
            {`, ${line.lang} `}
            <span className={styles.muted}>{t('ofRemaining', { remaining: remaining(line) })}</span>
          </label>
          <NumberInput
            id={id}
            min={0}
            max={remaining(line)}
            value={typedQuantity(line, quantities)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${id}-error`}
            onChange={(event) => onChange(line.line, event.target.value)}
          />
          {error && (
            <div className={styles.error}>
              <FieldError id={`${id}-error`}>{error}</FieldError>
            </div>
          )}
        </div>
      )
    })}
  </fieldset>
)

/** The values of the form that changes the state of an order, and their validation. */
interface TransitionValues {
  /** Null if none was possible when the form was opened. */
  selected: SelectedTransition | null
  note: string
  /** The typed quantities by line; by default the remaining ones. */
  quantities: Record<number, string>
}

/** The values of an untouched form: the most likely transition. */
const firstTransition = ({ state: from }: OrderProgress, [first]: readonly TransitionChoice[]): TransitionValues => ({
  selected: first ? { state: first.state, from } : null,
  note: '',
  quantities: {},
})

/** The new state, a required note, and for a delivery the quantities. */
function validateTransition(
  values: TransitionValues,
  choice: TransitionChoice | undefined,
  lines: readonly OrderLine[],
): ResolverResult<TransitionValues> {
  if (!choice) return { values: {}, errors: { selected: { type: 'required', message: t('chooseNewState') } } }
  const invalid = choice.state === 'sent' ? invalidLines(lines, values.quantities) : []
  const quantities = Object.fromEntries(
    lines
      .filter(({ line }) => invalid.includes(line))
      .map((line) => [line.line, { type: 'invalid', message: t('quantityRange', { remaining: remaining(line) }) }]),
  )
  const lacksNote = choice.needsNote && values.note.trim() === ''
  if (!lacksNote && invalid.length === 0) return { values, errors: {} }
  return {
    values: {},
    errors: {
      ...(invalid.length > 0 && { quantities }),
      ...(lacksNote && { note: { type: 'required', message: t('changeNeedsNote') } }),
    },
  }
}

interface TransitionChoice {
  state: OrderState
  needsNote: boolean
}

const forward: readonly OrderState[] = ['printing', 'ready', 'sent']

/** Forward transitions first, then the question, backward transitions, and the cancellation. */
export function transitionChoices(progress: OrderProgress, mayReopen: boolean): TransitionChoice[] {
  const rule = (state: OrderState) => transitionRule(progress, state, mayReopen)
  const free = forward.filter((state) => rule(state) === 'free')
  const rest = orderStates.filter((state) => rule(state) === 'note')
  const last = [...rest].sort((a, b) => place(a) - place(b))
  return [...free.map((state) => ({ state, needsNote: false })), ...last.map((state) => ({ state, needsNote: true }))]
}

/** A transition that a person has selected, and the state that the order had then. */
interface SelectedTransition {
  state: OrderState
  from: OrderState
}

/**
 * The selected transition, if the order still offers it as it was when it was selected. After another change, the same new
 * state may be a transition back, or the rest of a delivery.
 */
function stillOffered(
  choices: readonly TransitionChoice[],
  progress: OrderProgress,
  selected: SelectedTransition | null,
): TransitionChoice | undefined {
  const choice = choices.find(({ state }) => state === selected?.state)
  if (!choice || !selected) return undefined
  const action = (from: OrderState) => transitionTexts({ ...progress, state: from }, choice.state).action
  return action(selected.from) === action(progress.state) ? choice : undefined
}

const noteOrder: readonly OrderState[] = ['ready', 'printing', 'received', 'cancelled']
const place = (state: OrderState) => noteOrder.indexOf(state)

const inSentence = (state: OrderState) => stateWords[state].toLowerCase()

interface TransitionTexts {
  /** Beside the radio button. */
  choice: string
  /** On the button. */
  action: string
  /** Who gets the note. */
  hint: string
}

/** The texts for a transition from the order's current state. */
export function transitionTexts({ state: from }: OrderProgress, to: OrderState): TransitionTexts {
  const mailed = t('ordererGetsByMail')
  if (to === 'waiting') return { choice: t('askQuestion'), action: t('sendQuestion'), hint: mailed }
  if (to === 'cancelled') return { choice: t('cancelOrder'), action: t('cancelOrder'), hint: mailed }
  if (to === 'sent') {
    const rest = from === 'sent'
    return {
      choice: rest ? t('sendRest') : t('sent'),
      action: rest ? t('sendRest') : t('setToSent'),
      hint: t('optionalMailed', { mailed }),
    }
  }
  if (isFinal(from))
    return { choice: t('reopenTo', { inSentence: inSentence(to) }), action: t('reopenOrder'), hint: mailed }
  const isBackward = openStates.indexOf(to) < openStates.indexOf(from)
  if (isBackward) {
    return {
      choice: t('backToChoice', { inSentence: inSentence(to) }),
      action: t('setBackTo', { inSentence: inSentence(to) }),
      hint: t('shownInTimeline'),
    }
  }
  return {
    choice: stateWords[to],
    action: t('setToChoice', { inSentence: inSentence(to) }),
    hint: t('optionalShownInTimeline'),
  }
}

interface Counted {
  line: number
  quantity: number
  sent: number
}

/** The pieces of a line that were not sent yet. */
const remaining = ({ quantity, sent }: Counted) => Math.max(0, quantity - sent)

/** The lines that are not complete. */
const openLines = <Line extends Counted>(lines: readonly Line[]) => lines.filter((line) => remaining(line) > 0)

/** The typed quantity of a line; by default the remaining one. */
const typedQuantity = (line: Counted, typed: Readonly<Record<number, string>>) =>
  typed[line.line] ?? String(remaining(line))

const parsed = (line: Counted, typed: Readonly<Record<number, string>>) =>
  wholeNumber(typedQuantity(line, typed), 0, remaining(line))

/** The lines whose quantity is not a whole number from 0 to the remaining one; all lines if nothing would be sent. */
export function invalidLines(lines: readonly Counted[], typed: Readonly<Record<number, string>>): number[] {
  const open = openLines(lines)
  const invalid = open.filter((line) => parsed(line, typed) === null)
  const nothing = invalid.length === 0 && open.every((line) => parsed(line, typed) === 0)
  return (nothing ? open : invalid).map(({ line }) => line)
}

/** The quantity of each line; undefined when everything that remains is sent. */
export function toDelivery(lines: readonly Counted[], typed: Readonly<Record<number, string>>) {
  const sent = openLines(lines).map((line) => ({ line: line.line, quantity: parsed(line, typed) ?? 0 }))
  const isWhole = openLines(lines).every((line) => parsed(line, typed) === remaining(line))
  return isWhole ? undefined : sent
}
