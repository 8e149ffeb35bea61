// The errors that must be corrected before the citation can be saved, each as a link to its field.
import t from 'messages:staff/citationForm'
import type { MouseEvent } from 'react'
import { useItemNumberLabel } from '../../api/config'
import styles from './CitationForm.module.css'
import { fields } from './formValues'
import type { FormError } from './validation'

/** Moves the focus to the first of these errors that has a control, and scrolls so far that its label is seen too. */
export function focusFirst(errors: readonly FormError[]) {
  const id = errors.map((error) => error.id).find((one) => document.getElementById(one))
  if (id === undefined) return
  document.getElementById(id)?.focus()
  document.getElementById(`${id}-label`)?.scrollIntoView({ block: 'nearest' })
}

export function ErrorSummary({ errors }: { errors: readonly FormError[] }) {
  const numberLabel = useItemNumberLabel()
  if (errors.length === 0) return null
  // Adds no history entry, so that Back leads to the previous page.
  const focus = (event: MouseEvent, error: FormError) => {
    event.preventDefault()
    focusFirst([error])
  }
  return (
    <section aria-labelledby="summary" className={styles.summary} role="alert">
      <h2 id="summary">{t('pleaseCompleteFields')}</h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.id} ${error.message}`}>
            <a href={`#${error.id}`} onClick={(event) => focus(event, error)}>
              {placed(error, numberLabel)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The message with its row; also with its field if the server has written it, because such a message names no field. */
function placed({ name, message, isServers }: FormError, numberLabel: string): string {
  const [field = '', row, part = ''] = name.split('.')
  const labels: Record<string, string | undefined> = {
    lang: t('language'),
    ksbgNumber: numberLabel,
    revisionDate: t('revisionDate'),
    pages: t('pages'),
    url: t('url'),
    file: t('file'),
    system: t('codeSystem'),
    code: t('code'),
    display: t('codeDisplay'),
  }
  const label = row === undefined ? fields[field as keyof typeof fields]?.label : labels[part]
  if (row === undefined) return isServers && label ? `${label}: ${message}` : message
  const n = Number(row) + 1
  const isCode = field === 'codes'
  if (isServers && label) {
    return `${label}${isCode ? t('codeRowSuffix', { n, code: '' }) : t('rowSuffix', { n })}: ${message}`
  }
  return `${isCode ? t('codeNumber', { n }) : t('rowNumber', { n })}: ${message}`
}
