// Asks for confirmation before a person leaves unsaved changes.
import messages from 'messages:staff/forms'
import { Button } from '../components/buttons/Button'
import { Dialog } from '../components/page/Dialog'
import { staffText } from '../i18n/staffText'
import type { NavigationBlocker } from '../lib/useNavigationBlocker'

const t = staffText(messages)

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
    title={t('leaveWithoutSaving')}
    footer={
      <>
        <Button onClick={onStay}>{t('keepEditing')}</Button>
        <Button variant="danger" onClick={onLeave}>
          {t('leave')}
        </Button>
      </>
    }
  >
    <p>{discards ? t('changesDiscarded') : t('changesStoredAsDraft')}</p>
  </Dialog>
)
