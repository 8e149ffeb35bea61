// The transitions that an order offers, the most likely first, and their labels.
import t from 'messages:staff/copyCenter'
import { isFinal, type OrderProgress, transitionRule } from '../../../lib/orderStates'
import { type OrderState, openStates, orderStates } from '../../../lib/orderTransitions'
import { stateWords } from '../stateWords'

export interface TransitionChoice {
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
export interface SelectedTransition {
  state: OrderState
  from: OrderState
}

/**
 * The selected transition, if the order still offers it as it was when it was selected. After another change, the same new
 * state may be a transition back, or the rest of a delivery.
 */
export function stillOffered(
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
