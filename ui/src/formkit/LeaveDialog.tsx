// Asks for confirmation before a person leaves unsaved changes.
import { Button } from '../components/buttons/Button'
import { Dialog } from '../components/page/Dialog'
import type { NavigationBlocker } from '../lib/useNavigationBlocker'

interface Props {
  blocker: NavigationBlocker
  /** True when leaving discards the changes: on Cancel, or when the browser stores no draft. */
  discards: boolean
  onStay: () => void
  onLeave: () => void
}

export const LeaveDialog = ({ blocker, discards, onStay, onLeave }: Props) => (
  <Dialog
    open={blocker.asking}
    onClose={onStay}
    title="Leave without saving?"
    footer={
      <>
        <Button onClick={onStay}>Keep editing</Button>
        <Button variant="danger" onClick={onLeave}>
          Leave
        </Button>
      </>
    }
  >
    <p>
      {discards
        ? 'Your changes have not been saved and will be discarded.'
        : 'Your changes have not been saved. They are stored as a draft until you save, cancel or sign out.'}
    </p>
  </Dialog>
)
