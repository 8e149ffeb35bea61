// Asks before a person leaves while files are being sent.
import messages from 'messages:staff/folder'
import { Button } from '../../../components/buttons/Button'
import { Dialog } from '../../../components/page/Dialog'
import { staffText } from '../../../i18n/staffText'
import { useNavigationBlocker } from '../../../lib/useNavigationBlocker'

const t = staffText(messages)

export function LeaveRun({ isRunning }: { isRunning: boolean }) {
  const { asking, stay, leave } = useNavigationBlocker({ unsaved: isRunning })
  return (
    <Dialog
      open={asking}
      onClose={stay}
      role="alertdialog"
      title={t('leaveTitle')}
      footer={
        <>
          <Button onClick={stay}>{t('stay')}</Button>
          <Button variant="danger" onClick={leave}>
            {t('leave')}
          </Button>
        </>
      }
    >
      <p>{t('leaveHint')}</p>
    </Dialog>
  )
}
