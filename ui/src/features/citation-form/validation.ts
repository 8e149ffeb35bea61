// The validation of the citation form. Source: spec section 5.
import messages from 'messages:staff/citationForm'
import { type FieldErrors, get, type Resolver, set } from 'react-hook-form'
import type { FieldError } from '../../api/problem'
import { staffText } from '../../i18n/staffText'
import { MAX_CODES } from '../../lib/codes'
import { hasFourDigitYear } from '../../lib/dates/dates'
import { type CodeRow, type FormValues, fields, type LanguageRow } from './formValues'

const t = staffText(messages)

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

const dateFields = ['publishDate', 'deptReviewDate'] as const

/** Dates whose year does not have four digits. */
function invalidDates(values: FormValues): FormError[] {
  const isInvalid = (day: string) => day !== '' && !hasFourDigitYear(day)
  const messageOf = (label: string) => t('yearFourDigits', { label })
  return [
    ...dateFields
      .filter((name) => isInvalid(values[name]))
      .map((name) => formError(name, messageOf(fields[name].label))),
    ...values.languages.flatMap(({ revisionDate }, row) =>
      isInvalid(revisionDate) ? [formError(`languages.${row}.revisionDate`, messageOf(t('revisionDate')))] : [],
    ),
  ]
}

const MAX_PAGES = 2_000

/** Pages that are not a whole number from 1 to MAX_PAGES. */
const invalidPages = ({ languages }: FormValues): FormError[] =>
  languages.flatMap(({ pages }, row) => {
    const text = pages.trim()
    const isValid = text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGES)
    return isValid ? [] : [formError(`languages.${row}.pages`, t('pagesRange'))]
  })

const MAX_CYCLE_MONTHS = 1_200

/** A review cycle that the server would reject. */
function invalidCycle({ reviewCycleMonths }: FormValues): FormError[] {
  const text = reviewCycleMonths.trim()
  const isValid = text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_CYCLE_MONTHS)
  return isValid ? [] : [formError('reviewCycleMonths', t('reviewCycleRange'))]
}

/** Rows without a code, and more rows than a citation may have. The server checks the form of each code. */
const invalidCodes = ({ codes }: FormValues): FormError[] => [
  ...(codes.length > MAX_CODES ? [formError('codes', t('codesTooMany', { max: MAX_CODES }))] : []),
  ...codes.flatMap(({ code }, row) => (code.trim() === '' ? [formError(`codes.${row}.code`, t('codeRequired'))] : [])),
]

/** All errors that prevent the form from being saved. */
export const formErrors = (values: FormValues): FormError[] => [
  ...missing(values),
  ...invalidDates(values),
  ...invalidPages(values),
  ...invalidCycle(values),
  ...invalidCodes(values),
]

/** Validates the form for react-hook-form. The first error of a field counts. */
export const validate: Resolver<FormValues> = (values) => {
  const found = formErrors(values)
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
