// Texts for the states and events of orders, for the copy center.
import t from 'messages:staff/copyCenter'
import { type EventKind, eventKinds, isPartlySent, type OrderEvent, type OrderProgress } from '../../lib/orderStates'
import type { OrderState } from '../../lib/orderTransitions'

/** The text of each state. */
export const stateWords: Record<OrderState, string> = {
  received: t('received'),
  waiting: t('waitingForAnswer'),
  printing: t('printing'),
  ready: t('ready'),
  sent: t('sent'),
  cancelled: t('cancelled'),
}

/** 'Partly sent' for an order that is not complete yet. */
export const progressWords = (progress: OrderProgress) =>
  isPartlySent(progress) ? t('partlySent') : stateWords[progress.state]

const eventTexts: Record<EventKind['kind'], (state: string) => string> = {
  state: (state) => state,
  partlySent: () => t('partlySent'),
  question: () => t('question'),
  answer: () => t('answer'),
  reopened: (state) => t('reopenedState', { state: state.toLowerCase() }),
  backTo: (state) => t('backToState', { state: state.toLowerCase() }),
}

/** The texts of the events. */
export const eventWords = (events: readonly OrderEvent[], pieces: number): string[] =>
  eventKinds(events, pieces).map(({ kind, state }) => eventTexts[kind](stateWords[state]))
