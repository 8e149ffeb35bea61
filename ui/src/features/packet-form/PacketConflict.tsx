// Shown when somebody else has saved the same packet: the fields they changed, and the choices.
import { useQuery } from '@tanstack/react-query'
import { latestPacketQuery, type PacketAnswer } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Dialog } from '../../components/page/Dialog'
import { changedFields, fieldLabel, type PacketValues, toPacketValues } from './packetValues'

interface Props {
  id: string
  /** The version that editing started from. */
  base: PacketValues
  /** Discards the input and shows the latest version. */
  onDiscard: () => void
  /** Keeps the input; the next save replaces the latest version. */
  onKeep: (newest: PacketAnswer) => void
  /** Returns to the form without a decision. */
  onClose: () => void
}

export function PacketConflict({ id, base, onDiscard, onKeep, onClose }: Props) {
  const newest = useQuery(latestPacketQuery(id))
  const { data } = newest
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title="Somebody else has changed this packet"
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          {data && (
            <>
              <Button variant="danger" onClick={onDiscard}>
                Discard my changes
              </Button>
              <Button variant="primary" data-autofocus onClick={() => onKeep(data)}>
                Keep my changes
              </Button>
            </>
          )}
        </>
      }
    >
      <p>Your changes are not saved yet. Everything you typed is still here.</p>
      {newest.isError && (
        <Notice
          kind="error"
          title="The other person's changes could not be loaded."
          actions={
            <Button busy={newest.isFetching} onClick={() => newest.refetch()}>
              Try again
            </Button>
          }
        >
          {asProblem(newest.error).text}
        </Notice>
      )}
      {newest.isPending && <p role="status">Loading the other person's changes...</p>}
      {data && <Changes labels={changedFields(base, toPacketValues(data.packet)).map(fieldLabel)} />}
    </Dialog>
  )
}

const Changes = ({ labels }: { labels: readonly string[] }) => (
  <>
    <p>Since you opened this form, these fields were changed:</p>
    <ul>
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
    <p>
      If you keep your changes, fields that you did not change show the new values; where both of you changed a field,
      your value stays. Check the form, then save again. The other version stays in the history.
    </p>
  </>
)
