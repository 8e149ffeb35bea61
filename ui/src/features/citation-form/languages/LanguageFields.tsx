// The fields of one language version. Labels are shown where the rows have no header; the URL has its own line.
import t from 'messages:staff/citationForm'
import ExternalLink from 'lucide-react/icons/external-link'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Citation } from '../../../api/catalogue/citations'
import { useLanguages } from '../../../api/languages'
import { buttonClass } from '../../../components/buttons/Button'
import { IconButton } from '../../../components/buttons/IconButton'
import { Combobox } from '../../../components/form/Combobox'
import type { FieldProps } from '../../../components/form/Field'
import { TextField } from '../../../components/form/TextField'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { dateLimitsOf } from '../../../lib/dates/dateLimits'
import { today } from '../../../lib/dates/dates'
import { FileField } from '../files/FileField'
import { StoreHere } from '../files/StoreHere'
import type { RowFiles } from '../files/useRowFiles'
import { emptyRow, type FormValues, type LanguageRow } from '../formValues'
import type { ListOptions } from '../listOptions'
import { isKeptDate, MAX_VERSION_TITLE, rowId } from '../validation'
import styles from './LanguageRows.module.css'

export const removeId = (row: number) => `remove-language-${row}`

interface Props {
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

export function LanguageFields(props: Props) {
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
