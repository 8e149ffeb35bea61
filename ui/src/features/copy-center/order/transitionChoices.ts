// The transitions that an order offers, the most likely first, and their labels.
import { hasEnded, type OrderProgress, stateWords, transitionRule } from '../../../lib/orderStates'
import { type OrderState, openStates, orderStates } from '../../../lib/orderTransitions'

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
  const byUse = [...rest].sort((a, b) => place(a) - place(b))
  return [...free.map((state) => ({ state, needsNote: false })), ...byUse.map((state) => ({ state, needsNote: true }))]
}

const lastOnes: readonly OrderState[] = ['ready', 'printing', 'received', 'cancelled']
const place = (state: OrderState) => lastOnes.indexOf(state)

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
  const mailed = 'The orderer gets it by mail.'
  if (to === 'waiting') return { choice: 'Ask a question', action: 'Send question', hint: mailed }
  if (to === 'cancelled') return { choice: 'Cancel the order', action: 'Cancel the order', hint: mailed }
  if (to === 'sent') {
    const rest = from === 'sent'
    return {
      choice: rest ? 'Send the rest' : 'Sent',
      action: rest ? 'Send the rest' : 'Set to sent',
      hint: `Optional. ${mailed}`,
    }
  }
  if (hasEnded(from)) return { choice: `Reopen: ${inSentence(to)}`, action: 'Reopen the order', hint: mailed }
  const isBackward = openStates.indexOf(to) < openStates.indexOf(from)
  if (isBackward) {
    return {
      choice: `Back to ${inSentence(to)}`,
      action: `Set back to ${inSentence(to)}`,
      hint: 'Shown in the timeline.',
    }
  }
  return { choice: stateWords[to], action: `Set to ${inSentence(to)}`, hint: 'Optional. Shown in the timeline.' }
}
