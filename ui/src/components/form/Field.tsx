// A labelled field with hint and error. The control is a function of the attributes that associate it with them.
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from '../page/VisuallyHidden'
import styles from './Field.module.css'

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

/** The class of one-line controls that are rendered by other components. */
export const controlClass = styles.control ?? ''
