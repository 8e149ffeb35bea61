// The state of an order and its next transitions. The rules are a generated copy of the server's table.
import { cancellableStates, type OrderState, openStates, transitionRules } from './orderTransitions'

export const isFinal = (state: OrderState) => !openStates.includes(state)

export const canBeCancelledByOrderer = (state: OrderState) => cancellableStates.includes(state)

/** What the next transition of an order depends on. */
export interface OrderProgress {
  state: OrderState
  /** Pieces that were not sent yet. */
  unsent: number
}

/** Whether a transition is allowed: freely, with a note, or not at all. */
export function transitionRule(
  { state, unsent }: OrderProgress,
  to: OrderState,
  mayReopen: boolean,
): 'free' | 'note' | 'never' {
  if (state === 'sent' && to === 'sent' && unsent > 0) return 'free'
  const rule = transitionRules[state][to]
  if (rule === 'reopen') return mayReopen ? 'note' : 'never'
  return rule
}

interface Counted {
  quantity: number
  sent: number
}

/** The number of pieces of these lines that were not sent yet. */
export const unsentOf = (lines: readonly Counted[]) =>
  lines.reduce((sum, { quantity, sent }) => sum + Math.max(0, quantity - sent), 0)

/** Whether a sent order is incomplete. */
export const isPartlySent = ({ state, unsent }: OrderProgress) => state === 'sent' && unsent > 0

export interface OrderEvent {
  state: OrderState
  /** ISO 8601. */
  at: string
  by: string
  note: string | null
  /** What was sent with it. */
  sent?: readonly { line: number; quantity: number }[] | null
}

/** The kind of an event, which depends on the previous one; `state` is the resulting state. */
export interface EventKind {
  kind: 'state' | 'partlySent' | 'question' | 'answer' | 'reopened' | 'backTo'
  state: OrderState
}

/** The kind of each event. `pieces` is the number of ordered pieces. */
export function eventKinds(events: readonly OrderEvent[], pieces: number): EventKind[] {
  let sent = 0
  return events.map((event, n) => {
    const before = events[n - 1]?.state
    const { state } = event
    sent += (event.sent ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    if (state === 'sent') return { kind: event.sent && sent < pieces ? 'partlySent' : 'state', state }
    if (state === 'waiting') return { kind: 'question', state }
    if (state === 'cancelled' || before === undefined) return { kind: 'state', state }
    if (isFinal(before)) return { kind: 'reopened', state }
    if (state === 'received' && before === 'waiting') return { kind: 'answer', state }
    return { kind: transitionRules[before][state] === 'free' ? 'state' : 'backTo', state }
  })
}
