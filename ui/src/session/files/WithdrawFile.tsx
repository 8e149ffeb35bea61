// Withdraws a stored file, for administrators: a button that opens the dialog.
import messages from 'messages:staff/files'
import { useQueryClient } from '@tanstack/react-query'
import { refreshAfterWithdrawal } from '../../api/catalogue/fileChanges'
import { Button } from '../../components/buttons/Button'
import { focusHeading } from '../../components/page/PageHeading'
import { useDialogMount } from '../../components/page/useDialogMount'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { staffText } from '../../i18n/staffText'
import { lazyPart } from '../../lib/page/lazyPart'
import { PartBoundary } from '../../lib/page/PartBoundary'

const t = staffText(messages)

const WithdrawDialog = lazyPart(() => import('./WithdrawDialog'))

interface Props {
  file: { digest: string; name: string }
  /** Whether the page is the form, which keeps the citation that it edits. */
  isEditing?: boolean
}

export function WithdrawFile({ file, isEditing = false }: Props) {
  const client = useQueryClient()
  const dialog = useDialogMount()
  const closed = (isWithdrawn: boolean) => {
    dialog.unmount()
    // The button is removed.
    if (isWithdrawn) void refreshAfterWithdrawal(client, file.digest, isEditing).finally(focusHeading)
  }
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={dialog.show}>
        {t('withdraw')}
        <VisuallyHidden>{` ${file.name}`}</VisuallyHidden>
      </Button>
      <PartBoundary onFailed={dialog.unmount}>
        {dialog.mounted && <WithdrawDialog file={file} open={dialog.open} onClose={dialog.close} onClosed={closed} />}
      </PartBoundary>
    </>
  )
}
