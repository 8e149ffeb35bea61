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

/** The same for whoever ordered. */
export const ordererWords: Record<OrderState, string> = { ...stateWords, waiting: 'Question for you' }

/** 'Partly sent' for an order of which something is still to come. */
export const standingWords = ({ state, unsent }: Standing, words = stateWords) =>
  state === 'sent' && unsent > 0 ? 'Partly sent' : words[state]

export interface OrderEvent {
  state: OrderState
  /** ISO 8601. */
  at: string
  by: string
  note: string | null
  /** What was sent with it. */
  sent?: readonly { line: number; quantity: number }[] | null
}

/** What happened, in words; an event is read together with the one before it. `pieces` is how many were ordered. */
export function eventWords(events: readonly OrderEvent[], pieces: number): string[] {
  let sent = 0
  return events.map((event, n) => {
    const before = events[n - 1]?.state
    sent += (event.sent ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    if (event.state === 'sent') return event.sent && sent < pieces ? 'Partly sent' : 'Sent'
    if (event.state === 'waiting') return 'Question'
    if (event.state === 'cancelled' || before === undefined) return stateWords[event.state]
    if (hasEnded(before)) return `Reopened: ${stateWords[event.state].toLowerCase()}`
    if (event.state === 'received' && before === 'waiting') return 'Answer'
    return ranks[event.state] > ranks[before]
      ? stateWords[event.state]
      : `Back to ${stateWords[event.state].toLowerCase()}`
  })
}
