// The history of a packet: who changed what, and restoring a version.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { packetHistoryQuery, restorePacket } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { Dialog } from '../../components/page/Dialog'
import { dayAndTime } from '../../lib/dates/dateTimes'
import styles from './PacketForm.module.css'
import { fieldLabel } from './packetValues'

interface Props {
  id: string
  etag: string | null
  onRestored: () => Promise<unknown>
}

export function PacketHistory({ id, etag, onRestored }: Props) {
  const history = useQuery(packetHistoryQuery(id))
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <section aria-labelledby="packet-history" className={styles.history}>
      <h2 id="packet-history">History</h2>
      {history.isPending && <p role="status">Loading the history...</p>}
      {history.isError && !history.data && (
        <Notice
          kind="error"
          title="The history could not be loaded."
          actions={<Button onClick={() => history.refetch()}>Try again</Button>}
        >
          {asProblem(history.error).text}
        </Notice>
      )}
      <ol>
        {history.data?.map(({ version, when, who, action, changed }, n) => (
          <li key={version}>
            <div>
              <p>{`${dayAndTime(when)}, ${who}`}</p>
              <p className={styles.muted}>
                {action === 'added' ? 'Added' : `Changed: ${changed.map(fieldLabel).join(', ') || 'values renamed'}`}
                {n === 0 && ' (current version)'}
              </p>
            </div>
            {n > 0 && (
              <Button size="small" onClick={() => setChosen(version)}>
                {`Restore version ${version}`}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {chosen !== null && (
        <RestoreDialog
          id={id}
          etag={etag}
          version={chosen}
          onClosed={() => setChosen(null)}
          onRestored={async () => {
            announce('The earlier version was restored.')
            await Promise.all([onRestored(), history.refetch()])
          }}
        />
      )}
    </section>
  )
}

interface RestoreProps extends Props {
  version: number
  /** Called when the closing animation ends. */
  onClosed: () => void
}

function RestoreDialog({ id, etag, version, onRestored, onClosed }: RestoreProps) {
  const [open, setOpen] = useState(true)
  const restoring = useMutation({
    mutationFn: () => restorePacket(id, version, etag),
    onSuccess: async () => {
      setOpen(false)
      await onRestored()
    },
  })
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      title={`Restore version ${version}`}
      focusAfter={() => document.querySelector('h1')}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" busy={restoring.isPending} onClick={() => restoring.mutate()}>
            Restore
          </Button>
        </>
      }
    >
      <p>This version becomes the current one. Unsaved changes in the form are lost.</p>
      {restoring.isError && (
        <Notice kind="error" title="The version was not restored.">
          {asProblem(restoring.error).text}
        </Notice>
      )}
    </Dialog>
  )
}
