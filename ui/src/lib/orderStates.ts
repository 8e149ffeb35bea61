// The state of an order and its next transitions. The rules are a generated copy of the server's table.
import { cancellableStates, type OrderState, openStates, transitionRules } from './orderTransitions'

export const hasEnded = (state: OrderState) => !openStates.includes(state)

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

/** How many pieces of these lines were not sent yet. */
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
    return { kind: transitionRules[before][state] === 'free' ? 'state' : 'backTo', state }
  })
}
