// Made from src/model/orders/state.rs by `make order-transitions`; a test compares them.

/** Every state, in the order in which most orders pass through them. */
export const orderStates = ['received', 'waiting', 'printing', 'ready', 'sent', 'cancelled'] as const

export type OrderState = (typeof orderStates)[number]

/** States that are not final. */
export const openStates: readonly OrderState[] = ['received', 'waiting', 'printing', 'ready']

/** States in which the orderer may cancel the order. */
export const cancellableStates: readonly OrderState[] = ['received', 'waiting']

/** The condition of a transition: none, a note, a note by administrators; or it is never allowed. */
export type TransitionRule = 'free' | 'note' | 'reopen' | 'never'

/** The rule for each transition, by the present and the next state. */
export const transitionRules: Record<OrderState, Record<OrderState, TransitionRule>> = {
  received: {
    received: 'never',
    waiting: 'note',
    printing: 'free',
    ready: 'free',
    sent: 'free',
    cancelled: 'note',
  },
  waiting: {
    received: 'note',
    waiting: 'never',
    printing: 'free',
    ready: 'free',
    sent: 'free',
    cancelled: 'note',
  },
  printing: {
    received: 'note',
    waiting: 'note',
    printing: 'never',
    ready: 'free',
    sent: 'free',
    cancelled: 'note',
  },
  ready: {
    received: 'note',
    waiting: 'note',
    printing: 'note',
    ready: 'never',
    sent: 'free',
    cancelled: 'note',
  },
  sent: {
    received: 'reopen',
    waiting: 'reopen',
    printing: 'reopen',
    ready: 'reopen',
    sent: 'never',
    cancelled: 'never',
  },
  cancelled: {
    received: 'reopen',
    waiting: 'reopen',
    printing: 'reopen',
    ready: 'reopen',
    sent: 'never',
    cancelled: 'never',
  },
}
