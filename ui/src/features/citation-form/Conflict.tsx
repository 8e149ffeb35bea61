// Somebody else has saved the same citation meanwhile: what they changed, and what to do about it.
import { useQuery } from '@tanstack/react-query'
import { type Citation, type CitationAnswer, citationQuery } from '../../api/citations'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { changedLabels } from './formValues'

interface Props {
  /** The state that editing began with. */
  base: Citation
  /** Drops what was typed and shows the newest state. */
  onDiscard: () => void
  /** Keeps what was typed; the next save replaces the newest state. */
  onKeep: (newest: CitationAnswer) => void
  /** Goes back to the form; nothing is decided. */
  onClose: () => void
}

export function Conflict({ base, onDiscard, onKeep, onClose }: Props) {
  const newest = useQuery({
    ...citationQuery(base.id),
    queryKey: ['citation', base.id, 'newest'],
    staleTime: 0,
    gcTime: 0,
  })
  const { data } = newest
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title="Somebody else has changed this citation"
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
      <p>Your changes were not saved yet. Everything you typed is still here.</p>
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
      {data && <Changes labels={changedLabels(base, data.citation)} />}
    </Dialog>
  )
}

const Changes = ({ labels }: { labels: string[] }) => (
  <>
    <p>Since you opened this form, these fields were changed:</p>
    <ul>
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
      {labels.length === 0 && <li>Fields that this form does not show</li>}
    </ul>
    <p>
      If you keep your changes, fields that you did not touch show the new values, and where both of you changed a field
      yours stays. Check the form, then save again. The other version stays in the history.
    </p>
  </>
)
