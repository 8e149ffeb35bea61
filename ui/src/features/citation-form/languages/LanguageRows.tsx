// The language versions of the form, one row each, with the latest revision date when none was entered.
import t from 'messages:staff/citationForm'
import filesText from 'messages:staff/files'
import ExternalLink from 'lucide-react/icons/external-link'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Controller, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import type { Citation } from '../../../api/catalogue/citations'
import { useItemNumberLabel } from '../../../api/config'
import { useLanguages } from '../../../api/languages'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button, buttonClass, IconButton } from '../../../components/buttons/Button'
import { announce, Notice } from '../../../components/feedback/Notice'
import { Combobox } from '../../../components/form/Combobox'
import { FieldError, type FieldProps, TextField } from '../../../components/form/TextField'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { dateLimitsOf } from '../../../lib/dates/dateLimits'
import { latestRevision, today } from '../../../lib/dates/dates'
import { sameValue } from '../../../lib/text/sameValue'
import { DateNote, FileField, UploadLimit } from '../files/FileField'
import fileFieldStyles from '../files/FileField.module.css'
import { UndecidedDialog, useFilePlacement } from '../files/filePlacement'
import { type RowFiles, useRowFiles } from '../files/useRowFiles'
import { emptyRow, type FormValues, type LanguageRow } from '../formValues'
import type { ListOptions } from '../useFields'
import { fieldId, isKeptDate, MAX_VERSION_TITLE, rowId } from '../validation'
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

const removeId = (row: number) => `remove-language-${row}`

interface LanguageFieldsProps {
  form: UseFormReturn<FormValues>
  /** The index of the row. */
  n: number
  numberLabel: string
  languages: ListOptions
  /** The latest revision date, shown until another is entered. */
  latest: string
  errorOf: (id: string) => string | undefined
  files: RowFiles
  /** The saved citation; null for a new one. */
  base: Citation | null
  onStoreLink: (url: string) => Promise<void>
  onRemove: () => void
}

/** The fields of one language version. Labels are shown where the rows have no header; the URL has its own line. */
function LanguageFields(props: LanguageFieldsProps) {
  const { form, n, numberLabel, languages, latest, errorOf, files, base, onStoreLink, onRemove } = props
  const { control, formState, register, setValue } = form
  const row = useWatch({ control, name: `languages.${n}` }) ?? emptyRow
  const { lang, revisionDate, url } = row
  const tag = useLanguages().byValue(lang)?.tag
  const rowSuffix = t('rowSuffixWithLanguage', { n: n + 1, lang: lang && `: ${lang}` })
  const about = (part: keyof LanguageRow) => ({
    id: rowId(n, part),
    nameSuffix: rowSuffix,
    error: errorOf(rowId(n, part)),
  })
  return (
    <>
      <div className={styles.facts}>
        <Controller
          control={control}
          name={`languages.${n}.lang`}
          render={({ field: { ref, ...field } }) => (
            <Combobox
              {...about('lang')}
              {...field}
              {...languages}
              label={t('language')}
              nameSuffix={t('rowSuffix', { n: n + 1 })}
              required
              inputRef={ref}
              creatable
            />
          )}
        />
        <TextField {...register(`languages.${n}.ksbgNumber`)} {...about('ksbgNumber')} label={numberLabel} />
        <RevisionDate
          {...about('revisionDate')}
          value={revisionDate || latest}
          hint={!revisionDate && isKeptDate('revisionDate', latest) ? t('dateKept') : undefined}
          onChange={(day) =>
            setValue(`languages.${n}.revisionDate`, day, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
        />
        <TextField
          {...register(`languages.${n}.pages`)}
          {...about('pages')}
          label={t('pages')}
          inputMode="numeric"
          autoComplete="off"
        />
        <div className={styles.remove}>
          <IconButton
            id={removeId(n)}
            label={t('removeRow', { lang: lang || t('languageInSentence'), n: n + 1 })}
            tooltip={t('remove')}
            onClick={onRemove}
          >
            <Trash aria-hidden />
          </IconButton>
        </div>
      </div>
      <div className={styles.title}>
        <TextField
          {...register(`languages.${n}.title`)}
          {...about('title')}
          label={t('versionTitle')}
          dir="auto"
          lang={tag ?? undefined}
          maxLength={MAX_VERSION_TITLE}
          autoComplete="off"
        />
      </div>
      <FileField
        row={row}
        n={n}
        rowSuffix={rowSuffix}
        files={files}
        isSaved={(digest) => base?.languages.some(({ file }) => file?.digest === digest) ?? false}
        error={errorOf(rowId(n, 'file'))}
        link={
          <div className={styles.address}>
            <TextField {...register(`languages.${n}.url`)} {...about('url')} label={t('url')} type="url" />
            <Open url={url} rowSuffix={rowSuffix} />
          </div>
        }
        storeHere={
          url !== '' &&
          base?.languages.some((saved) => !saved.file && saved.url === url.trim()) && (
            <StoreHere url={url.trim()} n={n} rowSuffix={rowSuffix} onStore={onStoreLink} />
          )
        }
      />
    </>
  )
}

interface RevisionDateProps extends Omit<FieldProps, 'label'> {
  value: string
  onChange: (day: string) => void
}

/** While it is typed, the date is incomplete or invalid, which the browser reports as empty; `value` is not shown again meanwhile. */
function RevisionDate({ value, onChange, ...field }: RevisionDateProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      {...field}
      label={t('revisionDate')}
      type="date"
      {...dateLimitsOf('revisionDate', today(new Date()))}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

/** Opens the typed URL once it is valid. */
function Open({ url, rowSuffix }: { url: string; rowSuffix: string }) {
  const address = URL.canParse(url.trim()) ? new URL(url.trim()) : null
  if (address === null || !/^https?:$/.test(address.protocol)) return null
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass(styles.open)}
      data-variant="quiet"
    >
      {t('open')}
      <VisuallyHidden>{t('opensInNewTab', { rowSuffix })}</VisuallyHidden>
      <ExternalLink aria-hidden />
    </a>
  )
}

interface StoreHereProps {
  url: string
  n: number
  rowSuffix: string
  /** Resolves when the form shows the stored file. */
  onStore: (url: string) => Promise<void>
}

/** Stores what a link of the saved citation serves; the link becomes a stored file. */
function StoreHere({ url, n, rowSuffix, onStore }: StoreHereProps) {
  const storing = useSingleMutation({
    mutationFn: onStore,
    onSuccess: () => {
      announce(filesText('storedHere'))
      // The pressed button is gone; the person may have moved on meanwhile.
      if (document.activeElement === document.body)
        document.getElementById(rowId(n, 'file'))?.focus({ preventScroll: true })
    },
  })
  return (
    <>
      <Button size="small" variant="quiet" busy={storing.isPending} onClick={() => storing.mutate(url)}>
        {storing.isPending ? filesText('storingHere') : filesText('storeHere')}
        <VisuallyHidden>{rowSuffix}</VisuallyHidden>
      </Button>
      {storing.isError && asProblem(storing.error).status !== 412 && (
        <div className={fileFieldStyles.wide}>
          <Notice kind="error" title={filesText('linkNotStored')}>
            {asProblem(storing.error).text}
          </Notice>
        </div>
      )}
    </>
  )
}
