// Says which ticked orders somebody else has changed, before anything is done with them.
import type { QueueEntry } from '../../api/copyCenter'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { stateWords } from '../../lib/orderSteps'
import { renewTicks, tick } from './ticked'

export function ChangedSince({ changed }: { changed: readonly QueueEntry[] }) {
  if (changed.length === 0) return null
  return (
    <Notice
      kind="info"
      title={changed.length === 1 ? 'A ticked order has changed.' : `${changed.length} ticked orders have changed.`}
      actions={
        <>
          <Button size="small" onClick={() => tick(changed, false)}>
            {changed.length === 1 ? 'Untick it' : 'Untick them'}
          </Button>
          <Button size="small" variant="quiet" onClick={() => renewTicks(changed)}>
            Keep as now
          </Button>
        </>
      }
    >
      {changed.map(({ number, state }) => `${number} is now ${stateWords[state].toLowerCase()}`).join('; ')}.
    </Notice>
  )
}
