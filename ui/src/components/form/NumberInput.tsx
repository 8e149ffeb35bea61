// The one control for whole numbers.
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './Field'

/**
 * A number field without a label. Turning the wheel scrolls the page: browsers would change the number of a focused field, so
 * it loses the focus.
 */
export const NumberInput = (props: ComponentProps<'input'>) => (
  <input
    type="number"
    inputMode="numeric"
    step={1}
    className={controlClass}
    {...props}
    onWheel={(event) => event.currentTarget.blur()}
  />
)

type NumberFieldProps = Omit<ComponentProps<'input'>, keyof FieldProps> & FieldProps

export const NumberField = ({ label, required, hint, error, id, nameSuffix, ...rest }: NumberFieldProps) => (
  <Field label={label} required={required} hint={hint} error={error} id={id} nameSuffix={nameSuffix}>
    {(control) => <NumberInput {...rest} {...control} />}
  </Field>
)
