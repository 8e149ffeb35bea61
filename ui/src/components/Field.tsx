// A labelled field: the label above, a hint below, the error in words with an icon. The control itself comes as a function
// of the attributes that tie it to them.
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'
import { VisuallyHidden } from './VisuallyHidden'

/** What the control needs so that label, hint and error belong to it. */
export interface ControlProps {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export interface FieldProps {
  label: ReactNode
  /** Shows an asterisk; the browser's own messages stay out of it (forms are noValidate). */
  required?: boolean
  hint?: ReactNode
  /** What is wrong, as a sentence. */
  error?: string
  /** A fixed id, so that a summary can link to the field. */
  id?: string
  /** Ends the field's name for screen readers, where several fields have the same label: ' (row 2)'. */
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
  const made = useId()
  const id = given ?? made
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

/** What is wrong with a control: in words and with an icon. The control names its id in `aria-describedby`. */
export const FieldError = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className={styles.error}>
    <CircleAlert aria-hidden />
    <span>{children}</span>
  </p>
)

/** The class of a one-line control, for those made elsewhere. */
export const controlClass = styles.control ?? ''
