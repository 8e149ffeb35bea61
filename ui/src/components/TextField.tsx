// One-line and many-line text fields, native dates and numbers included (`type`). Spread react-hook-form's register() into them.
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './Field'

type Own<Element extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Element>, keyof FieldProps> & FieldProps

export const TextField = ({ label, required, hint, error, id, ...rest }: Own<'input'>) => (
  <Field label={label} required={required} hint={hint} error={error} id={id}>
    {(control) => <input type="text" {...rest} {...control} className={controlClass} />}
  </Field>
)

export const TextArea = ({ label, required, hint, error, id, ...rest }: Own<'textarea'>) => (
  <Field label={label} required={required} hint={hint} error={error} id={id}>
    {(control) => <textarea {...rest} {...control} className={controlClass} />}
  </Field>
)

/** A native select; its options are the children. */
export const SelectField = ({ label, required, hint, error, id, children, ...rest }: Own<'select'>) => (
  <Field label={label} required={required} hint={hint} error={error} id={id}>
    {(control) => (
      <select {...rest} {...control} className={controlClass}>
        {children}
      </select>
    )}
  </Field>
)
