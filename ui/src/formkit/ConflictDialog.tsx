// Shown when somebody else has saved the same record: the fields they changed, and the choices.
import type { UseQueryResult } from '@tanstack/react-query'
import { asProblem } from '../api/problem'
import { Button } from '../components/buttons/Button'
import { Notice } from '../components/feedback/Notice'
import { Dialog } from '../components/page/Dialog'

interface Props<Answer> {
  title: string
  /** The latest version. */
  newest: UseQueryResult<Answer>
  /** The names of the fields that differ between the version that editing started from and the latest one. */
  changedLabels: (newest: Answer) => readonly string[]
  /** Discards the input and shows the latest version. */
  onDiscard: () => void
  /** Keeps the input; the next save replaces the latest version. */
  onKeep: (newest: Answer) => void
  /** Returns to the form without a decision. */
  onClose: () => void
}

export function ConflictDialog<Answer>({ title, newest, changedLabels, onDiscard, onKeep, onClose }: Props<Answer>) {
  const { data } = newest
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={title}
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
      {data && <Changes labels={changedLabels(data)} />}
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
      {labels.length === 0 && <li>Fields that this form does not show</li>}
    </ul>
    <p>
      If you keep your changes, fields that you did not change show the new values; where both of you changed a field,
      your value stays. Check the form, then save again. The other version stays in the history.
    </p>
  </>
)
