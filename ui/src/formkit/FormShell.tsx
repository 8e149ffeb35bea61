// A form on react-hook-form, which is the only owner of its values and errors.
import type { ComponentProps, ReactNode } from 'react'
import type { FieldErrors, FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { Button } from '../components/buttons/Button'
import { IntoView, Notice } from '../components/feedback/Notice'

interface Props<Values extends FieldValues> extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onInvalid'> {
  form: UseFormReturn<Values>
  /** Called with valid values. */
  onSubmit: (values: Values) => void
  /** Called with the errors of an invalid form. */
  onInvalid?: (errors: FieldErrors<Values>) => void
  /** Ignores submits while an earlier one is running. */
  busy?: boolean
  /** Why the last submit failed, shown above the fields, to which the page scrolls. */
  failure?: { title: string; detail: ReactNode } | null | undefined
}

export function FormShell<Values extends FieldValues>(props: Props<Values>) {
  const { form, onSubmit, onInvalid, busy = false, failure, children, ...rest } = props
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the event to a form around the dialog that contains this one.
        event.stopPropagation()
        if (!busy) void form.handleSubmit(onSubmit, onInvalid)()
      }}
    >
      {failure && (
        <IntoView>
          <Notice kind="error" title={failure.title}>
            {failure.detail}
          </Notice>
        </IntoView>
      )}
      {children}
    </form>
  )
}

/** A rule of react-hook-form: the text must not be blank. */
export const required = (message: string) => (value: string) => value.trim() !== '' || message

/** The props of a text field, a select or a number field: its value, and its error as the rules or the server state it. */
export const fieldOf = <Values extends FieldValues, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) => ({ ...form.register(name, rules), error: form.getFieldState(name, form.formState).error?.message })

/** The button that submits the form. */
export const SubmitButton = (props: ComponentProps<typeof Button>) => (
  <Button type="submit" variant="primary" {...props} />
)
