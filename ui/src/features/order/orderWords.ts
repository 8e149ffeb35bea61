// The state of an order and its events for whoever ordered, in the language of the screen.
import messages from 'messages:en/myOrders'
import ownOrders from 'messages:en/ownOrders'
import { useLocale, useText } from '../../i18n/useText'
import { type EventKind, isPartlySent, type Standing } from '../../lib/orderSteps'

/** Gives the words for a state, and for what happened in an event. */
export function useOrderWords() {
  const t = useText(messages)
  const states = useText(ownOrders)
  const locale = useLocale()
  return {
    stateOf: (standing: Standing) => states(isPartlySent(standing) ? 'partlySent' : standing.state),
    eventOf: ({ kind, state }: EventKind) => {
      if (kind === 'state' || kind === 'partlySent') return states(kind === 'state' ? state : kind)
      return kind === 'question' || kind === 'answer'
        ? t(kind)
        : t(kind, { state: states(state).toLocaleLowerCase(locale) })
    },
  }
}
