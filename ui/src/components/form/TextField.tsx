// Text fields of one or several lines, including native dates (`type`). Spread register() of react-hook-form into
// them.
import type { ComponentProps } from 'react'
import { firstDay, lastDay } from '../../lib/dates/dates'
import { controlClass, Field, type FieldProps } from './Field'

type Own<Element extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Element>, keyof FieldProps> & FieldProps

/** Years of dates are from 1900 to 9999, unless `min` and `max` are set. */
export const TextField = ({ label, required, hint, error, id, nameSuffix, ...rest }: Own<'input'>) => (
  <Field label={label} required={required} hint={hint} error={error} id={id} nameSuffix={nameSuffix}>
    {(control) => (
      <input
        type="text"
        min={rest.type === 'date' ? firstDay : undefined}
        max={rest.type === 'date' ? lastDay : undefined}
        {...rest}
        {...control}
        className={controlClass}
      />
    )}
  </Field>
)

export const TextArea = ({ label, required, hint, error, id, nameSuffix, ...rest }: Own<'textarea'>) => (
  <Field label={label} required={required} hint={hint} error={error} id={id} nameSuffix={nameSuffix}>
    {(control) => <textarea {...rest} {...control} className={controlClass} />}
  </Field>
)

/** A native select; its options are the children. */
export const SelectField = ({ label, required, hint, error, id, nameSuffix, children, ...rest }: Own<'select'>) => (
  <Field label={label} required={required} hint={hint} error={error} id={id} nameSuffix={nameSuffix}>
    {(control) => (
      <select {...rest} {...control} className={controlClass}>
        {children}
      </select>
    )}
  </Field>
)

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
