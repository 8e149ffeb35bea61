// Connects the fields of the design system with a form: value, error and focus.
import type { ComponentProps } from 'react'
import { Controller, type FieldPath, type FieldValues, type RegisterOptions, type UseFormReturn } from 'react-hook-form'
import { Combobox } from '../components/form/Combobox'

/** A rule of react-hook-form: the text must not be blank. */
export const required = (message: string) => (value: string) => value.trim() !== '' || message

/** The props of a text field, a select or a number field: its value, and its error as the rules or the server state it. */
export const fieldOf = <Values extends FieldValues, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) => ({ ...form.register(name, rules), error: form.getFieldState(name, form.formState).error?.message })

interface Props<Values extends FieldValues, Name extends FieldPath<Values>>
  extends Omit<ComponentProps<typeof Combobox>, 'value' | 'onChange' | 'onBlur' | 'inputRef' | 'error'> {
  form: UseFormReturn<Values>
  name: Name
  /** Validates the value. */
  validate?: (value: string) => string | true
  /** Forgets the value with the field. */
  shouldUnregister?: boolean
  /** Called after a change. */
  onChanged?: () => void
}

/** A combobox as a field of a form. */
export function ComboboxField<Values extends FieldValues, Name extends FieldPath<Values>>(props: Props<Values, Name>) {
  const { form, name, validate, shouldUnregister, onChanged, ...rest } = props
  return (
    <Controller
      control={form.control}
      name={name}
      rules={validate && { validate }}
      shouldUnregister={shouldUnregister}
      render={({ field: { ref, onChange, ...field }, fieldState }) => (
        <Combobox
          {...rest}
          {...field}
          inputRef={ref}
          error={fieldState.error?.message}
          onChange={(value) => {
            onChange(value)
            onChanged?.()
          }}
        />
      )}
    />
  )
}
