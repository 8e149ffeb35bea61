// The texts for states and events of an order, for the orderer, in the screen language.
import messages from 'messages:en/myOrders'
import ownOrders from 'messages:en/ownOrders'
import { useLocale, useText } from '../../../i18n/useText'
import { type EventKind, isPartlySent, type OrderProgress } from '../../../lib/orderStates'

/** Returns functions for the texts of a state and of an event. */
export function useOrderWords() {
  const t = useText(messages)
  const states = useText(ownOrders)
  const locale = useLocale()
  return {
    stateOf: (progress: OrderProgress) => states(isPartlySent(progress) ? 'partlySent' : progress.state),
    eventOf: ({ kind, state }: EventKind) => {
      if (kind === 'state' || kind === 'partlySent') return states(kind === 'state' ? state : kind)
      return kind === 'question' || kind === 'answer'
        ? t(kind)
        : t(kind, { state: states(state).toLocaleLowerCase(locale) })
    },
  }
}
