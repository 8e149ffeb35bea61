// Lists the selected orders that somebody else has changed.
import type { QueueEntry } from '../../../api/orders/copyCenter'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { stateWords } from '../../../lib/orderStates'
import { selectOrders, updateSelectedOrders } from './selectedOrders'

export function ChangedOrders({ changed }: { changed: readonly QueueEntry[] }) {
  if (changed.length === 0) return null
  return (
    <Notice
      kind="info"
      title={changed.length === 1 ? 'A selected order has changed.' : `${changed.length} selected orders have changed.`}
      actions={
        <>
          <Button size="small" onClick={() => selectOrders(changed, false)}>
            {changed.length === 1 ? 'Deselect it' : 'Deselect them'}
          </Button>
          <Button size="small" variant="quiet" onClick={() => updateSelectedOrders(changed)}>
            Keep selected
          </Button>
        </>
      }
    >
      {changed.map(({ number, state }) => `${number} is now ${stateWords[state].toLowerCase()}`).join('; ')}.
    </Notice>
  )
}
