// The state of a small form that adds or changes one row of a list: values, saving, and the errors of the server.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { asProblem, type Problem } from '../api/problem'
import { useSingleMutation } from '../api/useSingleMutation'
import { announce } from '../components/feedback/StatusLine'

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
