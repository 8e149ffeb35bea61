// Where an order is between cart and mailbox, and which steps lead on from there. The server holds the same rules.

/** Every state, in the order in which most orders pass through them. */
export const orderStates = ['received', 'waiting', 'printing', 'ready', 'sent', 'cancelled'] as const

export type OrderState = (typeof orderStates)[number]

/** How far an order has come; a cancelled one nowhere. */
const ranks: Record<OrderState, number> = { received: 0, waiting: 0, printing: 1, ready: 2, sent: 3, cancelled: -1 }

/** States in which something is still to be done. */
export const openStates: readonly OrderState[] = ['received', 'waiting', 'printing', 'ready']

export const hasEnded = (state: OrderState) => !openStates.includes(state)

/** Whoever ordered may still cancel it. */
export const canBeCancelledByOrderer = (state: OrderState) => ranks[state] === 0

/** An order as far as its next step depends on it. */
export interface Standing {
  state: OrderState
  /** Pieces that were not sent yet. */
  unsent: number
}

/** Whether a step may be taken: freely, with a note, or not at all. Only those with the right may reopen. */
export function stepRule({ state, unsent }: Standing, to: OrderState, mayReopen: boolean): 'free' | 'note' | 'never' {
  if (state === to) return to === 'sent' && unsent > 0 ? 'free' : 'never'
  if (hasEnded(state)) return mayReopen && !hasEnded(to) ? 'note' : 'never'
  return ranks[to] > ranks[state] && to !== 'waiting' ? 'free' : 'note'
}

interface Counted {
  quantity: number
  sent: number
}

/** How many pieces of these lines were not sent yet. */
export const unsentOf = (lines: readonly Counted[]) =>
  lines.reduce((sum, { quantity, sent }) => sum + Math.max(0, quantity - sent), 0)

/** The state in plain words, for the copy center. */
export const stateWords: Record<OrderState, string> = {
  received: 'Received',
  waiting: 'Waiting for an answer',
  printing: 'Printing',
  ready: 'Ready',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

/** 'Partly sent' for an order of which something is still to come. */
export const standingWords = (standing: Standing) =>
  isPartlySent(standing) ? 'Partly sent' : stateWords[standing.state]

/** Whether something of an order is still to come although it was sent. */
export const isPartlySent = ({ state, unsent }: Standing) => state === 'sent' && unsent > 0

export interface OrderEvent {
  state: OrderState
  /** ISO 8601. */
  at: string
  by: string
  note: string | null
  /** What was sent with it. */
  sent?: readonly { line: number; quantity: number }[] | null
}

/** What an event was, read together with the one before it; `state` is the one that it led to. */
export interface EventKind {
  kind: 'state' | 'partlySent' | 'question' | 'answer' | 'reopened' | 'backTo'
  state: OrderState
}

/** What happened in each event. `pieces` is how many were ordered. */
export function eventKinds(events: readonly OrderEvent[], pieces: number): EventKind[] {
  let sent = 0
  return events.map((event, n) => {
    const before = events[n - 1]?.state
    const { state } = event
    sent += (event.sent ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    if (state === 'sent') return { kind: event.sent && sent < pieces ? 'partlySent' : 'state', state }
    if (state === 'waiting') return { kind: 'question', state }
    if (state === 'cancelled' || before === undefined) return { kind: 'state', state }
    if (hasEnded(before)) return { kind: 'reopened', state }
    if (state === 'received' && before === 'waiting') return { kind: 'answer', state }
    return { kind: ranks[state] > ranks[before] ? 'state' : 'backTo', state }
  })
}

const eventTexts: Record<EventKind['kind'], (state: string) => string> = {
  state: (state) => state,
  partlySent: () => 'Partly sent',
  question: () => 'Question',
  answer: () => 'Answer',
  reopened: (state) => `Reopened: ${state.toLowerCase()}`,
  backTo: (state) => `Back to ${state.toLowerCase()}`,
}

/** What happened, in words for the copy center. */
export const eventWords = (events: readonly OrderEvent[], pieces: number): string[] =>
  eventKinds(events, pieces).map(({ kind, state }) => eventTexts[kind](stateWords[state]))
