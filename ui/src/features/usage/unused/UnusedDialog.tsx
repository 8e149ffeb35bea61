// Asks for confirmation before an unused citation is reviewed or made obsolete; the latter may name a replacement.
import messages from 'messages:staff/usage'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { UsageRow } from '../../../api/maintenance/usage'
import { Button } from '../../../components/buttons/Button'
import { TextArea } from '../../../components/form/TextField'
import { Dialog } from '../../../components/page/Dialog'
import { ReplacedByField } from '../../../formkit/CitationField'
import { FormShell } from '../../../formkit/FormShell'
import { staffText } from '../../../i18n/staffText'
import styles from './UnusedTable.module.css'
import type { UnusedAction, UnusedChange } from './useUnusedRows'

const t = staffText(messages)

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
  const formId = useId()
  const form = useForm({ defaultValues: { note: '', replacedBy: '' } })
  const [shown, setShown] = useState<UnusedQuestion | null>(null)
  // The dialog keeps its content while it closes.
  if (question !== null && question !== shown) setShown(question)
  if (shown === null) return null
  const isObsolete = shown.action === 'obsolete'
  const { title, key } = shown.row
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null)
        form.reset()
      }}
      title={t(isObsolete ? 'obsoleteQuestion' : 'reviewQuestion', { title })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary">
            {t(isObsolete ? 'confirmObsolete' : 'markAsReviewed')}
          </Button>
        </>
      }
    >
      <FormShell
        id={formId}
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
      </FormShell>
    </Dialog>
  )
}
