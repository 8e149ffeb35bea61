// Somebody else has saved the same citation meanwhile: what they changed, and what to do about it.
import { useQuery } from '@tanstack/react-query'
import { type Citation, citationQuery } from '../../api/citations'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { changedLabels } from './formValues'

interface Props {
  original: Citation
  /** Drops what was typed and shows the newest state. */
  onTakeOver: () => void
  /** Stays with what was typed; the next save replaces the state with this tag. */
  onKeepEditing: (etag: string | null) => void
}

export function Conflict({ original, onTakeOver, onKeepEditing }: Props) {
  const newest = useQuery({
    ...citationQuery(original.id),
    queryKey: ['citation', original.id, 'newest'],
    staleTime: 0,
    gcTime: 0,
  })
  const changed = newest.data ? changedLabels(original, newest.data.citation) : []
  return (
    <Dialog
      open
      onClose={() => onKeepEditing(null)}
      dismissible={false}
      role="alertdialog"
      title="Somebody else has changed this citation"
      footer={
        <>
          <Button onClick={onTakeOver}>Take over their version</Button>
          <Button variant="primary" disabled={!newest.data} onClick={() => onKeepEditing(newest.data?.etag ?? null)}>
            Keep editing mine
          </Button>
        </>
      }
    >
      <p>Nothing was saved. Since you opened this form, these fields were changed:</p>
      {newest.isPending ? (
        <p>Loading...</p>
      ) : (
        <ul>
          {changed.length > 0 ? changed.map((label) => <li key={label}>{label}</li>) : <li>Fields not shown here</li>}
        </ul>
      )}
      <p>If you keep editing and save again, your version replaces theirs. Theirs stays in the history.</p>
    </Dialog>
  )
}
