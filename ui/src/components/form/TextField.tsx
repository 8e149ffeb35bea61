// The fields of forms: label, hint and error of a control; text, select and number fields; the filter and the checkbox of a list.

import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { firstDay, lastDay } from '../../lib/dates/dates'
import { VisuallyHidden } from '../page/VisuallyHidden'
import styles from './Field.module.css'
import selectionCheckboxStyles from './SelectionCheckbox.module.css'

/** The attributes that associate a control with its label, hint and error. */
export interface ControlProps {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export interface FieldProps {
  label: ReactNode
  /** Shows an asterisk. Forms are noValidate, so that the browser shows no messages of its own. */
  required?: boolean
  hint?: ReactNode
  /** The error, as a sentence. */
  error?: string
  /** A fixed ID, so that an error summary can link to the field. */
  id?: string
  /** Appended to the name for screen readers, where several fields have the same label: ' (row 2)'. */
  nameSuffix?: string
}

/** A labelled field with hint and error. The control is a function of the attributes that associate it with them. */
export function Field({
  label,
  required,
  hint,
  error,
  id: given,
  nameSuffix,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const generated = useId()
  const id = given ?? generated
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} id={`${id}-label`} className={styles.label}>
        {label}
        {nameSuffix && <VisuallyHidden>{nameSuffix}</VisuallyHidden>}
        {required && (
          <span className={styles.star} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        required: required || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error of a control as text with an icon. The control refers to it in `aria-describedby`. */
export const FieldError = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className={styles.error}>
    <CircleAlert aria-hidden />
    <span>{children}</span>
  </p>
)

/** Why an action of a row failed. */
export const RowError = ({ id, children }: { id: string; children: string | false | null | undefined }) =>
  children && (
    <div role="alert">
      <FieldError id={id}>{children}</FieldError>
    </div>
  )

/** The class of one-line controls that are rendered by other components. */
export const controlClass = styles.control ?? ''

type Own<Name extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Name>, keyof FieldProps> &
  FieldProps & {
    /** Called with the entered text. */
    onValue?: (value: string) => void
  }

/** The props of a field, and those of its control. */
const split = <Name extends 'input' | 'textarea' | 'select'>(props: Own<Name>) => {
  const { label, required, hint, error, id, nameSuffix, onValue, ...rest } = props
  const onChange = onValue && { onChange: ({ target }: { target: { value: string } }) => onValue(target.value) }
  return { field: { label, required, hint, error, id, nameSuffix }, rest: { ...rest, ...onChange } }
}

/** Years of dates are from 1900 to 9999, unless `min` and `max` are set. */
export function TextField(props: Own<'input'>) {
  const { field, rest } = split<'input'>(props)
  const years = rest.type === 'date' && { min: firstDay, max: lastDay }
  return (
    <Field {...field}>
      {(control) => <input type="text" {...years} {...rest} {...control} className={controlClass} />}
    </Field>
  )
}

export function TextArea(props: Own<'textarea'>) {
  const { field, rest } = split<'textarea'>(props)
  return <Field {...field}>{(control) => <textarea {...rest} {...control} className={controlClass} />}</Field>
}

interface Options {
  /** Each with its value and its text, after those that are children. */
  options?: readonly (readonly [value: string | number, text: string])[]
}

/** A native select. */
export function SelectField({ options = [], children, ...props }: Own<'select'> & Options) {
  const { field, rest } = split<'select'>(props)
  return (
    <Field {...field}>
      {(control) => (
        <select {...rest} {...control} className={controlClass}>
          {children}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

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

export function NumberField(props: Own<'input'>) {
  const { field, rest } = split<'input'>(props)
  return <Field {...field}>{(control) => <NumberInput {...rest} {...control} />}</Field>
}

interface Props {
  label: string
  /** The label of the option without a filter. */
  all: string
  value: string
  values: readonly string[]
  onChange: (value: string) => void
  id?: string
}

/** A select that filters a list. It also shows a value from the URL that is not an option. */
export const FilterChoice = ({ all, values, onChange, ...field }: Props) => (
  <SelectField {...field} onValue={onChange} options={values.map((name) => [name, name])}>
    <option value="">{all}</option>
    {field.value !== '' && !values.includes(field.value) && <option value={field.value}>{field.value}</option>}
  </SelectField>
)

interface SelectionCheckboxProps {
  label: string
  checked: boolean
  /** Some, but not all, of its rows are selected. */
  indeterminate?: boolean
  disabled?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** The checkbox that selects a row. The row itself shows what it is; the checkbox's name is for screen readers. */
export const SelectionCheckbox = ({
  label,
  checked,
  indeterminate = false,
  disabled = false,
  onChange,
}: SelectionCheckboxProps) => (
  <label className={selectionCheckboxStyles.target}>
    <input
      type="checkbox"
      aria-label={label}
      className={selectionCheckboxStyles.box}
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = indeterminate
      }}
      onChange={onChange}
    />
  </label>
)
