// The choices of what a column of the table is imported as.
import t from 'messages:staff/import'
import { useState } from 'react'
import type { DateOrder, ImportColumn } from '../../../api/catalogue/imports'
import { useLanguages } from '../../../api/languages'
import { Checkbox } from '../../../components/form/Checkbox'
import { Combobox } from '../../../components/form/Combobox'
import { SelectField } from '../../../components/form/TextField'
import styles from './Import.module.css'
import type { ColumnChange } from './mappingEdits'
import { TargetOptions } from './TargetOptions'
import { asksForDates, fieldOfTarget, isDate, isList, needsLanguage, takesLanguage, targetValue } from './targets'

interface Props {
  column: ImportColumn
  /** What separates the values of a list, beside the usual characters. */
  split: string | null
  onChange: (change: ColumnChange) => void
}

export function ColumnChoice({ column, split, onChange }: Props) {
  const { field, lang, reason } = column
  const nameSuffix = t('ofColumn', { column: column.column })
  /** A target that needs its language before it can be saved. */
  const [waiting, setWaiting] = useState<string | null>(null)
  const value = waiting ?? targetValue({ field, lang })
  const choose = (next: string) => {
    const isWaiting = needsLanguage(next) && lang === null
    setWaiting(isWaiting ? next : null)
    if (!isWaiting) onChange({ field: fieldOfTarget(next), lang: takesLanguage(next) ? lang : null, dates: null })
  }
  const chooseLanguage = (next: string) => {
    if (next === '' && needsLanguage(value)) return
    setWaiting(null)
    onChange({ field: fieldOfTarget(value), lang: next || null })
  }
  return (
    <div className={styles.choice}>
      <SelectField
        label={t('importAs')}
        nameSuffix={nameSuffix}
        hint={waiting === null && reason}
        value={value}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t('doNotImport')}</option>
        <TargetOptions />
      </SelectField>
      {takesLanguage(value) && (
        <Language
          nameSuffix={nameSuffix}
          isRequired={needsLanguage(value)}
          isMissing={waiting !== null}
          lang={lang ?? ''}
          onChange={chooseLanguage}
        />
      )}
      {isDate(value) && <Dates column={column} nameSuffix={nameSuffix} onChange={(dates) => onChange({ dates })} />}
      {isList(value) && (
        <Checkbox checked={split === ','} onChange={({ target }) => onChange({ split: target.checked ? ',' : null })}>
          {t('splitAtCommas')}
        </Checkbox>
      )}
    </div>
  )
}

interface LanguageProps {
  nameSuffix: string
  isRequired: boolean
  isMissing: boolean
  lang: string
  onChange: (lang: string) => void
}

function Language({ nameSuffix, isRequired, isMissing, lang, onChange }: LanguageProps) {
  const { all } = useLanguages()
  return (
    <Combobox
      label={t('language')}
      nameSuffix={nameSuffix}
      required={isRequired}
      clearable={!isRequired}
      creatable
      hint={isRequired ? undefined : t('languageHint')}
      error={isMissing ? t('languageRequired') : undefined}
      options={all.map(({ value }) => value)}
      value={lang}
      onChange={onChange}
    />
  )
}

interface DatesProps {
  column: ImportColumn
  nameSuffix: string
  onChange: (dates: DateOrder | null) => void
}

function Dates({ column, nameSuffix, onChange }: DatesProps) {
  const isAsked = asksForDates(column)
  return (
    <SelectField
      label={t('dates')}
      nameSuffix={nameSuffix}
      error={isAsked ? t('datesAsked') : undefined}
      value={column.dates ?? ''}
      onChange={({ target }) => onChange((target.value || null) as DateOrder | null)}
    >
      <option value="">{isAsked ? t('chooseOrder') : t('datesFromCells')}</option>
      <option value="us">{t('us')}</option>
      <option value="day-first">{t('dayFirst')}</option>
    </SelectField>
  )
}
