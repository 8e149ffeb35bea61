// The errors that must be corrected before the citation can be saved, each as a link to its field.
import messages from 'messages:staff/citationForm'
import type { MouseEvent } from 'react'
import { staffText } from '../../i18n/staffText'
import styles from './CitationForm.module.css'
import type { FormError } from './validation'

const t = staffText(messages)

export function ErrorSummary({ errors }: { errors: readonly FormError[] }) {
  if (errors.length === 0) return null
  // Adds no history entry, so that Back leads to the previous page.
  const focus = (event: MouseEvent, id: string) => {
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  return (
    <section aria-labelledby="summary" className={styles.summary} role="alert">
      <h2 id="summary">{t('pleaseCompleteFields')}</h2>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            <a href={`#${id}`} onClick={(event) => focus(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
