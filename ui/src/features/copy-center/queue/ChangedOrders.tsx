// Lists the selected orders that somebody else has changed.
import t from 'messages:staff/copyCenter'
import type { QueueEntry } from '../../../api/orders/copyCenter'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { focusListSummary } from '../../../components/list/listSummary'
import { stateWords } from '../stateWords'
import { selectOrders, updateSelectedOrders } from './selectedOrders'

/** Moves the focus from a button that disappears with its notice. */
const leave = (change: () => void) => () => {
  focusListSummary()
  change()
}

export function ChangedOrders({ changed }: { changed: readonly QueueEntry[] }) {
  if (changed.length === 0) return null
  return (
    <Notice
      kind="info"
      title={t('selectedOrdersChanged', { count: changed.length })}
      actions={
        <>
          <Button size="small" onClick={leave(() => selectOrders(changed, false))}>
            {t('deselectThem', { count: changed.length })}
          </Button>
          <Button size="small" variant="quiet" onClick={leave(() => updateSelectedOrders(changed))}>
            {t('keepSelected')}
          </Button>
        </>
      }
    >
      {changed
        .map(({ number, state }) => t('orderIsNow', { number, state: stateWords[state].toLowerCase() }))
        .join('; ')}
      .
    </Notice>
  )
}
