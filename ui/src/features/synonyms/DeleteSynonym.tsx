// Asks before a synonym is deleted.

import type { Synonym } from '../../api/maintenance/thesaurus'
import { Button } from '../../components/buttons/Button'
import { Dialog } from '../../components/page/Dialog'
import { synonymName } from './SynonymTable'

interface Props {
  /** Null while the dialog is closed. */
  synonym: Synonym | null
  focusAfter: () => HTMLElement | null
  onClose: () => void
  onDelete: (synonym: Synonym) => void
}

export const DeleteSynonym = ({ synonym, focusAfter, onClose, onDelete }: Props) => (
  <Dialog
    open={synonym !== null}
    onClose={onClose}
    focusAfter={focusAfter}
    role="alertdialog"
    title="Delete Item"
    footer={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          onClick={() => {
            if (synonym) onDelete(synonym)
            onClose()
          }}
        >
          Delete
        </Button>
      </>
    }
  >
    <p>Are you sure you want to delete this item?</p>
    {synonym && (
      <p>
        <strong dir="auto">{synonymName(synonym)}</strong>
      </p>
    )}
  </Dialog>
)
