// The steps that an order offers, the usual one first, and what they are called.
import {
  hasEnded,
  type OrderState,
  openStates,
  orderStates,
  type Standing,
  stateWords,
  stepRule,
} from '../../lib/orderSteps'

export interface StepChoice {
  state: OrderState
  needsNote: boolean
}

const usual: readonly OrderState[] = ['printing', 'ready', 'sent']

/** Steps on first, in their order; then the question, steps back, and the cancellation. */
export function choicesOf(standing: Standing, mayReopen: boolean): StepChoice[] {
  const rule = (state: OrderState) => stepRule(standing, state, mayReopen)
  const on = usual.filter((state) => rule(state) === 'free')
  const rest = orderStates.filter((state) => rule(state) === 'note')
  const byUse = [...rest].sort((a, b) => place(a) - place(b))
  return [...on.map((state) => ({ state, needsNote: false })), ...byUse.map((state) => ({ state, needsNote: true }))]
}

const lastOnes: readonly OrderState[] = ['ready', 'printing', 'received', 'cancelled']
const place = (state: OrderState) => lastOnes.indexOf(state)

const inSentence = (state: OrderState) => stateWords[state].toLowerCase()

interface StepWords {
  /** Beside the radio button. */
  choice: string
  /** On the button. */
  action: string
  /** What becomes of the note. */
  hint: string
}

/** What a step is called, from where the order is. */
export function stepWords({ state: from }: Standing, to: OrderState): StepWords {
  const mailed = 'Whoever ordered gets it by mail.'
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
  const goesBack = openStates.indexOf(to) < openStates.indexOf(from)
  if (goesBack) {
    return {
      choice: `Back to ${inSentence(to)}`,
      action: `Set back to ${inSentence(to)}`,
      hint: 'Stays in the timeline.',
    }
  }
  return { choice: stateWords[to], action: `Set to ${inSentence(to)}`, hint: 'Optional. Stays in the timeline.' }
}
