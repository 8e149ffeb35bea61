// The language versions of the form, one row each, with the latest revision date when none was entered.
import t from 'messages:staff/citationForm'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import type { Citation } from '../../../api/catalogue/citations'
import { useItemNumberLabel } from '../../../api/config'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { FieldError } from '../../../components/form/Field'
import { latestRevision } from '../../../lib/dates/revisions'
import { sameValue } from '../../../lib/text/sameValue'
import { DateNote, UploadLimit } from '../files/FileField'
import { UndecidedDialog } from '../files/UndecidedDialog'
import { useFilePlacement } from '../files/useFilePlacement'
import { useRowFiles } from '../files/useRowFiles'
import { emptyRow, type FormValues, type LanguageRow } from '../formValues'
import type { ListOptions } from '../listOptions'
import { fieldId, rowId } from '../validation'
import { LanguageFields, removeId } from './LanguageFields'
import styles from './LanguageRows.module.css'

interface Props {
  form: UseFormReturn<FormValues>
  languages: ListOptions
  /** The saved citation; null for a new one. */
  base: Citation | null
  onStoreLink: (url: string) => Promise<void>
  errorOf: (id: string) => string | undefined
}

export function LanguageRows({ form, languages, base, onStoreLink, errorOf }: Props) {
  const rows = useFieldArray({ control: form.control, name: 'languages' })
  const files = useRowFiles(form)
  const { over, undecided, placeDecided, closeUndecided } = useFilePlacement({ form, rows, files })
  const revisions = base?.revisionDates ?? []
  const numberLabel = useItemNumberLabel()
  const missing = errorOf(fieldId('languages'))
  const missingId = `${fieldId('languages')}-error`
  const typed = useWatch({ control: form.control, name: 'languages' })
  const add = () => {
    flushSync(() => rows.append(emptyRow, { shouldFocus: false }))
    document.getElementById(rowId(typed.length, 'lang'))?.focus()
  }
  const remove = (n: number) => {
    flushSync(() => rows.remove(n))
    announce(t('langRemoved', { lang: typed[n]?.lang || t('theLanguage') }))
    // The focus moves to the button of the next or previous row; after the last row, to '+ Add New'.
    const next = typed.length === 1 ? fieldId('languages') : removeId(Math.min(n, typed.length - 2))
    document.getElementById(next)?.focus()
  }
  return (
    <div className={styles.table} data-over={over === 'page' || undefined}>
      <UploadLimit />
      {rows.fields.length > 0 && <Head numberLabel={numberLabel} />}
      <ul className={styles.rows}>
        {rows.fields.map((row, n) => (
          <li key={row.id} className={styles.row} data-language-row={n} data-over={over === n || undefined}>
            <LanguageFields
              form={form}
              n={n}
              numberLabel={numberLabel}
              languages={languages}
              latest={latestRevision(revisions, typed[n]?.lang ?? '') ?? ''}
              errorOf={errorOf}
              files={files}
              base={base}
              onStoreLink={onStoreLink}
              onRemove={() => remove(n)}
            />
            <DateNote rows={typed} n={n} revisions={revisions} />
            <Repeated rows={typed} n={n} />
          </li>
        ))}
      </ul>
      {missing && <FieldError id={missingId}>{missing}</FieldError>}
      <div>
        <Button id={fieldId('languages')} aria-describedby={missing ? missingId : undefined} onClick={add}>
          {t('addNew')}
        </Button>
      </div>
      {undecided && <UndecidedDialog {...undecided} rows={typed} onUse={placeDecided} onClosed={closeUndecided} />}
    </div>
  )
}

/** Warns that an earlier row has the same language, which is allowed: a handout may have two files in one language. */
function Repeated({ rows, n }: { rows: readonly LanguageRow[]; n: number }) {
  const lang = rows[n]?.lang ?? ''
  const first = rows.findIndex((row) => sameValue(row.lang, lang))
  if (lang.trim() === '' || first === n || first === -1) return null
  return (
    <Notice kind="info" quiet>
      {t('languageRepeated', { row: first + 1, lang })}
    </Notice>
  )
}

/** The visible labels of all rows; for screen readers each field has its own. */
const Head = ({ numberLabel }: { numberLabel: string }) => (
  <div className={styles.head} aria-hidden="true">
    <span>{t.rich('languageRequiredMark', { star: (text) => <span className={styles.star}>{text}</span> })}</span>
    <span>{numberLabel}</span>
    <span>{t('revisionDate')}</span>
    <span>{t('pages')}</span>
  </div>
)
