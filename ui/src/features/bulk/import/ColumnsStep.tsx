// The second step: what each column is imported as, beside its first values, with the reason of each guess.
import t from 'messages:staff/import'
import Trash from 'lucide-react/icons/trash-2'
import { useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { DateOrder, ImportColumn, ImportDetails, Mapping } from '../../../api/catalogue/imports'
import { useLanguages } from '../../../api/languages'
import { Button, IconButton, LinkButton } from '../../../components/buttons/Button'
import { ErrorNotice, Notice } from '../../../components/feedback/Notice'
import { Checkbox } from '../../../components/form/Checkbox'
import { Combobox } from '../../../components/form/Combobox'
import { SelectField, TextField } from '../../../components/form/TextField'
import { FormShell, fieldOf, required } from '../../../formkit/FormShell'
import { ListTable } from '../../../listkit/ListTable'
import styles from './Import.module.css'
import { stepPath } from './importAddress'
import {
  asksForDates,
  type ColumnChange,
  fieldLabel,
  fieldOfTarget,
  groupLabels,
  isDate,
  isList,
  needsLanguage,
  type Target,
  takesLanguage,
  targets,
  targetValue,
  useMapping,
  withColumn,
  withConstant,
  withoutConstant,
} from './mapping'
import { SavedMappings } from './SavedMappings'

interface Props {
  details: ImportDetails
  mapping: Mapping
}

export function ColumnsStep({ details, mapping }: Props) {
  const { id, columns } = details
  const { save, isSaving, failure } = useMapping(id)
  const open = columns.filter(asksForDates)
  return (
    <>
      <p>{t('columnsIntroduction')}</p>
      {open.length > 0 && (
        <Notice kind="info" title={t('datesAsked')}>
          {open.map((column) => columnName(column)).join(', ')}
        </Notice>
      )}
      <SavedMappings mapping={mapping} onUse={save} />
      <ListTable
        caption={t('columnsCaption')}
        rows={columns}
        rowKey={({ column }) => column}
        className={styles.columns}
        columns={[
          {
            header: t('column'),
            is: 'name',
            cell: ({ column, header }) => (
              <>
                {column} <bdi>{header || <span className={styles.muted}>{t('noHeader')}</span>}</bdi>
              </>
            ),
          },
          { header: t('firstValues'), cell: ({ samples }) => <Samples samples={samples} /> },
          {
            header: t('importAs'),
            label: '',
            cell: (column) => (
              <ColumnChoice
                column={column}
                split={mapping.columns.find((one) => one.column === column.column)?.split ?? null}
                onChange={(change) => save(withColumn(mapping, column, change))}
              />
            ),
          },
        ]}
      />
      {columns.some(({ field }) => field === 'lang') && <Key {...{ details, mapping }} onChange={save} />}
      <Constants mapping={mapping} onChange={save} />
      <ErrorNotice title={t('mappingNotSaved')} text={failure} />
      <div className={styles.buttons}>
        <LinkButton variant="primary" to={stepPath(id, 'preview')}>
          {t('toPreview')}
        </LinkButton>
        <span role="status" className={styles.muted}>
          {isSaving && t('saving')}
        </span>
      </div>
    </>
  )
}

const Samples = ({ samples }: { samples: readonly string[] }) =>
  samples.length === 0 ? (
    <span className={styles.muted}>{t('noValues')}</span>
  ) : (
    <ul className={styles.samples}>
      {samples.map((sample, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand in several rows
        <li key={n} dir="auto" title={sample}>
          {sample}
        </li>
      ))}
    </ul>
  )

/** 'B: Handout Title'. */
const columnName = ({ column, header }: { column: string; header: string }) =>
  t('columnName', { column, header: header || t('noHeader') })

interface KeyProps extends Props {
  onChange: (mapping: Mapping) => void
}

/** Which rows are language versions of one citation. */
const Key = ({ details, mapping, onChange }: KeyProps) => (
  <div className={styles.line}>
    <SelectField
      label={t('key')}
      hint={t('keyHint')}
      value={mapping.key ?? ''}
      onValue={(value) => onChange({ ...mapping, key: value || null })}
      options={details.columns.map((column) => [column.column, columnName(column)])}
    >
      <option value="">{t('keyAuto')}</option>
    </SelectField>
  </div>
)

interface ColumnChoiceProps {
  column: ImportColumn
  /** What separates the values of a list, beside the usual characters. */
  split: string | null
  onChange: (change: ColumnChange) => void
}

/** The choices of what a column of the table is imported as. */
function ColumnChoice({ column, split, onChange }: ColumnChoiceProps) {
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
        onValue={choose}
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
      onValue={(value) => onChange((value || null) as DateOrder | null)}
    >
      <option value="">{isAsked ? t('chooseOrder') : t('datesFromCells')}</option>
      <option value="us">{t('us')}</option>
      <option value="day-first">{t('dayFirst')}</option>
    </SelectField>
  )
}

/** A value of its own is in every row: it identifies nothing. */
const mayBeConstant = ({ value, group }: Target) => group === 'handout' && value !== 'id' && value !== 'title'

interface ConstantsProps {
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** Values for the empty cells of a field, and for fields without a column. */
function Constants({ mapping, onChange }: ConstantsProps) {
  const heading = useId()
  const add = useRef<HTMLButtonElement>(null)
  const form = useForm({ defaultValues: { field: '', value: '' } })
  const constants = Object.entries(mapping.constants)
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h3 id={heading}>{t('constants')}</h3>
      <p className={styles.muted}>{t('constantsHint')}</p>
      {constants.length > 0 && (
        <ul className={styles.changes}>
          {constants.map(([field, value]) => (
            <li key={field} className={styles.constant}>
              <span>
                {t('constantLine', { label: fieldLabel(field) })} <bdi>{value}</bdi>
              </span>
              <IconButton
                label={t('removeConstant', { label: fieldLabel(field) })}
                onClick={() => {
                  add.current?.focus()
                  onChange(withoutConstant(mapping, field))
                }}
              >
                <Trash aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <FormShell
        form={form}
        className={styles.line}
        onSubmit={({ field, value }) => {
          onChange(withConstant(mapping, field, value.trim()))
          form.reset()
        }}
      >
        <SelectField
          {...fieldOf(form, 'field', { validate: required(t('constantFieldRequired')) })}
          label={t('constantField')}
        >
          <option value="">{t('chooseSaved')}</option>
          <TargetOptions fits={mayBeConstant} />
          <option value="version@English">{t('englishVersion')}</option>
        </SelectField>
        <TextField
          {...fieldOf(form, 'value', { validate: required(t('constantValueRequired')) })}
          label={t('constantValue')}
          dir="auto"
          autoComplete="off"
        />
        <Button ref={add} type="submit">
          {t('addConstant')}
        </Button>
      </FormShell>
    </section>
  )
}

const groups = ['handout', 'version', 'forms'] as const

/** `fits` leaves options out. */
const TargetOptions = ({ fits = () => true }: { fits?: (target: Target) => boolean }) =>
  groups.map((group) => {
    const shown = targets.filter((target) => target.group === group && fits(target))
    if (shown.length === 0) return null
    return (
      <optgroup key={group} label={groupLabels[group]}>
        {shown.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </optgroup>
    )
  })
