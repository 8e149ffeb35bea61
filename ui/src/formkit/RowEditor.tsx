// The form that adds or changes a row of a list. After a save that the server refused, the first invalid field has the focus;
// errors that belong to no field are shown above the buttons.
import t from 'messages:staff/controls'
import { type ReactNode, useEffect, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { asProblem } from '../api/problem'
import { Button } from '../components/buttons/Button'
import { Notice } from '../components/feedback/Notice'
import { FormShell } from './FormShell'
import styles from './RowEditor.module.css'
import type { useRowForm } from './useRowForm'

interface Props<Row, Values extends FieldValues, Saved> {
  editor: ReturnType<typeof useRowForm<Row, Values, Saved>>
  label: string
  /** The title of the notice about a failure. */
  failure: string
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

export function RowEditor<Row, Values extends FieldValues, Saved>(props: Props<Row, Values, Saved>) {
  const { editor, label, failure, onClose, children } = props
  const { form, row, saving } = editor
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
      onSubmit={saving.mutate}
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
          {row ? t('saveChanges') : t('save')}
        </Button>
      </div>
    </FormShell>
  )
}
