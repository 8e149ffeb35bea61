// Asks before unsaved changes are left.
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import type { LeaveGuardState } from '../../lib/useLeaveGuard'

interface Props {
  guard: LeaveGuardState
  /** True when the changes end with leaving: by Cancel, or when the browser stores no draft. */
  discards: boolean
  onStay: () => void
  onLeave: () => void
}

export const LeaveDialog = ({ guard, discards, onStay, onLeave }: Props) => (
  <Dialog
    open={guard.asking}
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
        : 'Your changes have not been saved. This form keeps them as a draft until you save, cancel or sign out.'}
    </p>
  </Dialog>
)
