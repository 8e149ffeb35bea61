// A combobox as a field of a form.
import type { ComponentProps } from 'react'
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { Combobox } from '../components/form/Combobox'

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
