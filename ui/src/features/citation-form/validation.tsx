// The validation of the citation form, and the list of its errors. Source: spec section 5.
import t from 'messages:staff/citationForm'
import type { MouseEvent } from 'react'
import { type FieldErrors, get, type Resolver, set } from 'react-hook-form'
import type { Citation } from '../../api/catalogue/citations'
import { useItemNumberLabel } from '../../api/config'
import type { FieldError } from '../../api/problem'
import { MAX_CODES } from '../../lib/codes'
import { type DateField, dateProblem, firstYear, yearsAheadOf } from '../../lib/dates/dateLimits'
import { isoDay, today } from '../../lib/dates/dates'
import { sameValue } from '../../lib/text/sameValue'
import { wholeNumber } from '../../lib/text/wholeNumber'
import styles from './CitationForm.module.css'
import { type CodeRow, type FormValues, fields, type LanguageRow } from './formValues'

/** An error of the form: the name of its field as in react-hook-form, the ID of its control, and a message. */
export interface FormError {
  name: string
  id: string
  message: string
  /** Whether the server has found it. */
  isServers?: true
}

export const fieldId = (field: keyof FormValues) => `field-${field}`
export const rowId = (row: number, part: keyof LanguageRow) => `field-languages-${row}-${part}`
export const codeRowId = (row: number, part: keyof CodeRow) => `field-codes-${row}-${part}`

const formError = (name: string, message: string, isServers = false): FormError => ({
  name,
  id: `field-${name.replaceAll('.', '-')}`,
  message,
  ...(isServers && { isServers }),
})

const isEmpty = (value: FormValues[keyof FormValues]) =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0

/** The missing required fields, in the form's order. */
export function missing(values: FormValues): FormError[] {
  return (Object.keys(fields) as (keyof FormValues)[]).flatMap((name) => {
    const { label, required } = fields[name]
    if (name === 'languages' && values.languages.length > 0) {
      return values.languages.flatMap(({ lang }, row) =>
        lang.trim() === '' ? [formError(`languages.${row}.lang`, t('languageRequired'))] : [],
      )
    }
    return required && isEmpty(values[name]) ? [formError(name, t('labelRequired', { label }))] : []
  })
}

/** The citation that is edited; null for a new one. Its dates stay valid until they are changed. */
type Original = Pick<Citation, 'publishDate' | 'deptReviewDate' | 'revisionDates'> | null

type CitationDate = 'publishDate' | 'deptReviewDate'
const dateFields: readonly CitationDate[] = ['publishDate', 'deptReviewDate']

function dateMessage(label: string, field: DateField, day: string): string | undefined {
  switch (dateProblem(field, day, today(new Date()))) {
    case 'wrongYear':
      return t('yearFourDigits', { label })
    case 'tooEarly':
    case 'past':
      return t('dateTooEarly', { label, year: firstYear })
    case 'future':
      return t('dateInFuture', { label })
    case 'tooFarAhead':
      return t('dateTooFarAhead', { label, years: yearsAheadOf(field) })
    case undefined:
      return undefined
  }
}

/** Whether a stored date is one that its field does not take any more. */
export const isKeptDate = (field: DateField, stored: string) =>
  stored !== '' && dateProblem(field, stored, today(new Date())) !== undefined

/** Dates that the server would reject. */
function invalidDates(values: FormValues, original: Original): FormError[] {
  const errorsOf = (name: string, label: string, field: DateField, day: string, isStored: boolean) => {
    const message = day === '' || isStored ? undefined : dateMessage(label, field, day)
    return message === undefined ? [] : [formError(name, message)]
  }
  return [
    ...dateFields.flatMap((name) =>
      errorsOf(name, fields[name].label, name, values[name], values[name] === isoDay(original?.[name])),
    ),
    ...values.languages.flatMap(({ lang, revisionDate }, row) => {
      const isStored = original?.revisionDates.some(
        (stored) => sameValue(stored.lang, lang) && isoDay(stored.revisionDate) === revisionDate,
      )
      const name = `languages.${row}.revisionDate`
      return errorsOf(name, t('revisionDate'), 'revisionDate', revisionDate, isStored ?? false)
    }),
  ]
}

export const MAX_PAGES = 2_000
/** The longest title of a version, in characters. */
export const MAX_VERSION_TITLE = 300

const isNumberOrEmpty = (text: string, max: number) => text.trim() === '' || wholeNumber(text, 1, max) !== null

/** Pages that are not a whole number from 1 to MAX_PAGES. */
const invalidPages = ({ languages }: FormValues): FormError[] =>
  languages.flatMap(({ pages }, row) =>
    isNumberOrEmpty(pages, MAX_PAGES) ? [] : [formError(`languages.${row}.pages`, t('pagesRange'))],
  )

/** Rows whose file is not uploaded: saved now, they would be without it. */
const unfinishedUploads = ({ languages }: FormValues): FormError[] =>
  languages.flatMap(({ upload }, row) =>
    upload ? [formError(`languages.${row}.file`, t('uploadUnfinished', { name: upload.name }))] : [],
  )

const MAX_CYCLE_MONTHS = 1_200

/** A review cycle that the server would reject. */
const invalidCycle = ({ reviewCycleMonths }: FormValues): FormError[] =>
  isNumberOrEmpty(reviewCycleMonths, MAX_CYCLE_MONTHS) ? [] : [formError('reviewCycleMonths', t('reviewCycleRange'))]

/** Rows without a code, and more rows than a citation may have. The server checks the form of each code. */
const invalidCodes = ({ codes }: FormValues): FormError[] => [
  ...(codes.length > MAX_CODES ? [formError('codes', t('codesTooMany', { max: MAX_CODES }))] : []),
  ...codes.flatMap(({ code }, row) => (code.trim() === '' ? [formError(`codes.${row}.code`, t('codeRequired'))] : [])),
]

/** All errors that prevent the form from being saved. */
export const formErrors = (values: FormValues, original: Original = null): FormError[] => [
  ...missing(values),
  ...invalidDates(values, original),
  ...invalidPages(values),
  ...unfinishedUploads(values),
  ...invalidCycle(values),
  ...invalidCodes(values),
]

/** Validates the form for react-hook-form. The first error of a field counts. */
export const validate: Resolver<FormValues, { original: Original }> = (values, context) => {
  const found = formErrors(values, context?.original)
  const errors = {}
  for (const { name, message } of found) if (!get(errors, name)) set(errors, name, { type: 'invalid', message })
  return found.length === 0 ? { values, errors } : { values: {}, errors }
}

/** The type of the errors that the server has found, for react-hook-form. */
export const serverType = 'server'

/** The errors of a response, in the form's order. */
export function serverErrors(fieldErrors: readonly FieldError[]): FormError[] {
  const errors = {}
  for (const { field, message } of fieldErrors) set(errors, formFieldName(field), { type: serverType, message })
  return listErrors(errors)
}

/** The name of the form field for a field named in a response. */
export const formFieldName = (field: string): string =>
  /^(?:languages|codes)\[\d+\]\.\w+/.exec(field)?.[0].replace(/\[(\d+)\]/, '.$1') ?? /^\w+/.exec(field)?.[0] ?? ''

/** The errors that react-hook-form holds, in the form's order. */
export function listErrors(errors: FieldErrors<FormValues>): FormError[] {
  const order = Object.keys(fields)
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(errors)
    .sort(([a], [b]) => place(a) - place(b))
    .flatMap(([name, error]) => errorsBelow(name, error))
}

function errorsBelow(name: string, error: unknown): FormError[] {
  if (typeof error !== 'object' || error === null) return []
  if ('message' in error && typeof error.message === 'string') {
    return [formError(name, error.message, 'type' in error && error.type === serverType)]
  }
  return Object.entries(error).flatMap(([part, inner]) =>
    part === 'ref' ? [] : errorsBelow(part === 'root' ? name : `${name}.${part}`, inner),
  )
}

/** Moves the focus to the first of these errors that has a control, and scrolls so far that its label is seen too. */
export function focusFirst(errors: readonly FormError[]) {
  const id = errors.map((error) => error.id).find((one) => document.getElementById(one))
  if (id === undefined) return
  document.getElementById(id)?.focus()
  document.getElementById(`${id}-label`)?.scrollIntoView({ block: 'nearest' })
}

/** The errors that must be corrected before the citation can be saved, each as a link to its field. */
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
