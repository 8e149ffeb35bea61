// Asks for confirmation before a synonym is deleted.

import messages from 'messages:staff/synonyms'
import type { Synonym } from '../../api/maintenance/thesaurus'
import { Button } from '../../components/buttons/Button'
import { Dialog } from '../../components/page/Dialog'
import { staffText } from '../../i18n/staffText'
import { synonymName } from './SynonymTable'

const t = staffText(messages)

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
    title={t('deleteItem')}
    footer={
      <>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          variant="danger"
          onClick={() => {
            if (synonym) onDelete(synonym)
            onClose()
          }}
        >
          {t('delete')}
        </Button>
      </>
    }
  >
    <p>{t('deleteQuestion')}</p>
    {synonym && (
      <p>
        <strong dir="auto">{synonymName(synonym)}</strong>
      </p>
    )}
  </Dialog>
)
