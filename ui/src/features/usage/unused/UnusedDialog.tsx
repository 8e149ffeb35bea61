// Asks for confirmation before an unused citation is reviewed or made obsolete; the latter may name a replacement.
import t from 'messages:staff/usage'
import { Controller, useForm } from 'react-hook-form'
import type { UsageRow } from '../../../api/maintenance/usage'
import { TextArea } from '../../../components/form/TextField'
import { useLastShown } from '../../../components/page/Dialog'
import { ReplacedByField } from '../../../formkit/CitationField'
import { FormDialog } from '../../../formkit/FormDialog'
import styles from './UnusedTable.module.css'
import type { UnusedAction, UnusedChange } from './useUnusedRows'

export interface UnusedQuestion {
  action: UnusedAction
  row: UsageRow
}

interface Props {
  question: UnusedQuestion | null
  onClose: () => void
  onAnswer: (change: UnusedChange) => void
}

export function UnusedDialog({ question, onClose, onAnswer }: Props) {
  const form = useForm({ defaultValues: { note: '', replacedBy: '' } })
  const [shown, drop] = useLastShown(question)
  if (shown === null) return null
  const isObsolete = shown.action === 'obsolete'
  const { title, key } = shown.row
  return (
    <FormDialog
      open={question !== null}
      onClose={onClose}
      onClosed={() => {
        drop()
        form.reset()
      }}
      title={t(isObsolete ? 'obsoleteQuestion' : 'reviewQuestion', { title })}
      cancel={t('cancel')}
      submit={t(isObsolete ? 'confirmObsolete' : 'markAsReviewed')}
      form={form}
      className={styles.form}
      onSubmit={({ note, replacedBy }) => onAnswer({ ...shown, note: note.trim(), replacedBy })}
    >
      <p>{t(isObsolete ? 'obsoleteHint' : 'reviewHint')}</p>
      {isObsolete ? (
        <Controller
          control={form.control}
          name="replacedBy"
          render={({ field: { value, onChange } }) => (
            <ReplacedByField label={t('replacedBy')} own={key} value={value} onChange={onChange} />
          )}
        />
      ) : (
        <TextArea {...form.register('note')} label={t('note')} hint={t('noteHint')} rows={3} maxLength={2_000} />
      )}
    </FormDialog>
  )
}
