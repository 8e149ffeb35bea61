// The form that adds or changes a row of a list. After a save that the server refused, the first invalid field has the focus;
// errors that belong to no field are shown above the buttons.
import t from 'messages:staff/controls'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { asProblem, type Problem } from '../api/problem'
import { useSingleMutation } from '../api/useSingleMutation'
import { Button } from '../components/buttons/Button'
import { announce, Notice } from '../components/feedback/Notice'
import { FormShell } from './FormShell'
import styles from './RowEditor.module.css'

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

interface Options<Row, Values extends FieldValues, Saved> {
  /** The row to change; undefined to add one. */
  row?: Row | undefined
  valuesOf: (row: Row | undefined) => Values
  save: (values: Values, row: Row | undefined) => Promise<Saved>
  /** Shows what was saved, or loads it again. */
  reload: (client: QueryClient, saved: Saved) => unknown
  /** What is announced after a save. */
  done: (saved: Saved, values: Values) => string
  /** Shows the errors of a refused save at the fields. */
  onRefused: (problem: Problem, form: UseFormReturn<Values>) => void
  onClose: () => void
}

/** The state of a small form that adds or changes one row of a list: values, saving, and the errors of the server. */
export function useRowForm<Row, Values extends FieldValues, Saved>(options: Options<Row, Values, Saved>) {
  /** As it was when editing began: a save must not replace what somebody else has saved since then. */
  const [row] = useState(options.row)
  const client = useQueryClient()
  const form = useForm<Values>({
    defaultValues: options.valuesOf(row) as UseFormProps<Values>['defaultValues'],
  })
  const saving = useSingleMutation({
    mutationFn: (values: Values) => options.save(values, row),
    onSuccess: async (saved, values) => {
      announce(options.done(saved, values))
      await options.reload(client, saved)
      options.onClose()
    },
    onError: (error) => options.onRefused(asProblem(error), form),
  })
  return { form, row, saving }
}

/** The messages of a problem about these fields of the JSON, all of them by default; empty if there are none. */
export const messagesOf = ({ fieldErrors }: Problem, names?: readonly string[]) =>
  fieldErrors
    .filter(({ field }) => !names || names.includes(field.replace(/\[.*/, '')))
    .map(({ message }) => message)
    .join(' ')
