// Withdraws a stored file, for administrators: a button that opens the dialog.
import t from 'messages:staff/files'
import { useQueryClient } from '@tanstack/react-query'
import { refreshAfterWithdrawal } from '../../api/catalogue/fileChanges'
import { DialogButton } from '../../components/page/DialogButton'
import { focusHeading } from '../../components/page/PageHeading'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { lazyPart } from '../../lib/page/lazyPart'

const WithdrawDialog = lazyPart(() => import('./WithdrawDialog'))

interface Props {
  file: { digest: string; name: string }
  /** Whether the page is the form, which keeps the citation that it edits. */
  isEditing?: boolean
}

export function WithdrawFile({ file, isEditing = false }: Props) {
  const client = useQueryClient()
  // The button is removed.
  const refresh = () => void refreshAfterWithdrawal(client, file.digest, isEditing).finally(focusHeading)
  return (
    <DialogButton
      variant="quiet"
      size="small"
      dialog={({ unmount, ...state }) => (
        <WithdrawDialog
          file={file}
          {...state}
          onClosed={(isWithdrawn) => {
            unmount()
            if (isWithdrawn) refresh()
          }}
        />
      )}
    >
      {t('withdraw')}
      <VisuallyHidden>{` ${file.name}`}</VisuallyHidden>
    </DialogButton>
  )
}
