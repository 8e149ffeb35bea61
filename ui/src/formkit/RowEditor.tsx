// The form that adds or changes a row of a list. After a save that the server refused, the first invalid field has the focus;
// errors that belong to no field are shown above the buttons.
import messages from 'messages:staff/controls'
import { type ReactNode, useEffect, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { asProblem } from '../api/problem'
import { Button } from '../components/buttons/Button'
import { Notice } from '../components/feedback/Notice'
import { staffText } from '../i18n/staffText'
import { FormShell } from './FormShell'
import styles from './RowEditor.module.css'

const t = staffText(messages)

interface Props<Values extends FieldValues> {
  form: UseFormReturn<Values>
  label: string
  isNew: boolean
  saving: { isPending: boolean; error: Error | null; mutate: () => void }
  /** The title of the notice about a failure. */
  failure: string
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

export function RowEditor<Values extends FieldValues>(props: Props<Values>) {
  const { form, label, isNew, saving, failure, onClose, children } = props
  const problem = saving.error ? asProblem(saving.error) : undefined
  const id = useId()
  useEffect(() => {
    if (saving.error) document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [saving.error, id])
  return (
    <FormShell
      form={form}
      id={id}
      className={styles.editor}
      aria-label={label}
      busy={saving.isPending}
      onSubmit={() => saving.mutate()}
    >
      {children}
      {problem && problem.fieldErrors.length === 0 && (
        <Notice kind="error" title={failure}>
          {problem.detail || problem.title}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {isNew ? t('save') : t('saveChanges')}
        </Button>
      </div>
    </FormShell>
  )
}
