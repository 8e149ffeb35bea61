// The values of the citation form: conversion from and to a citation, and validation. Source: spec sections 2 and 5.
import type { Citation, RevisionDate } from '../../api/catalogue/citations'
import { hasFourDigitYear, isoDay, isoTimestamp } from '../../lib/dates/dates'
import { latestRevision } from '../../lib/dates/revisions'

export interface LanguageRow {
  lang: string
  ksbgNumber: string
  /** As entered, `YYYY-MM-DD`; empty while the latest stored one is shown. */
  revisionDate: string
  /** As typed; empty when unknown. */
  pages: string
  url: string
}

export interface FormValues {
  title: string
  authors: string[]
  publisher: string
  materialFormat: string
  keywords: string[]
  keySubjectHeading: string
  whereToObtain: string
  tags: string[]
  publishDate: string
  printingSpecs: string
  obsolete: boolean
  /** The ID of the citation that replaces this one, or empty. */
  replacedBy: string
  languages: LanguageRow[]
  abstract: string
  audience: string[]
  reviewedBy: string
  deptSubmittedBy: string
  /** '1', '0', '-1' or empty. */
  assessment: string
  famReview: string
  productionSpecialist: string
  originator: string
  deptReviewDate: string
  /** As typed, in months; empty for the hospital's usual cycle. */
  reviewCycleMonths: string
  notes: string
}

export const emptyRow: LanguageRow = { lang: '', ksbgNumber: '', revisionDate: '', pages: '', url: '' }

export const emptyForm: FormValues = {
  title: '',
  authors: [],
  publisher: '',
  materialFormat: '',
  keywords: [],
  keySubjectHeading: '',
  whereToObtain: '',
  tags: [],
  publishDate: '',
  printingSpecs: '',
  obsolete: false,
  replacedBy: '',
  languages: [],
  abstract: '',
  audience: [],
  reviewedBy: '',
  deptSubmittedBy: '',
  assessment: '',
  famReview: '',
  productionSpecialist: '',
  originator: '',
  deptReviewDate: '',
  reviewCycleMonths: '',
  notes: '',
}

/** The labels and required fields, in the form's order. */
export const fields: Record<keyof FormValues, { label: string; required: boolean }> = {
  title: { label: 'Title', required: true },
  authors: { label: 'Authors', required: true },
  publisher: { label: 'Publishers', required: true },
  materialFormat: { label: 'Material Format', required: true },
  keywords: { label: 'Keywords', required: true },
  keySubjectHeading: { label: 'Subject Heading', required: true },
  whereToObtain: { label: 'Where to Obtain', required: true },
  tags: { label: 'Tags', required: false },
  publishDate: { label: 'Publication Date', required: true },
  printingSpecs: { label: 'Printing Specs', required: false },
  obsolete: { label: 'Obsolete', required: false },
  replacedBy: { label: 'Replaced by', required: false },
  languages: { label: 'Language', required: true },
  abstract: { label: 'Abstract', required: true },
  audience: { label: 'Target Audience', required: true },
  reviewedBy: { label: 'HE/CS Reviewer', required: true },
  deptSubmittedBy: { label: 'Dept. Submitted By', required: false },
  assessment: { label: 'PMAT/SAM', required: true },
  famReview: { label: 'Family Review', required: true },
  productionSpecialist: { label: 'Production Specialist', required: false },
  originator: { label: 'Content Reviewer', required: true },
  deptReviewDate: { label: 'Dept. Review Date', required: true },
  reviewCycleMonths: { label: 'Review Cycle in Months', required: false },
  notes: { label: 'Notes', required: false },
}

export function toFormValues(citation: Citation): FormValues {
  return {
    title: citation.title,
    authors: citation.authors,
    publisher: citation.publisher?.name ?? '',
    materialFormat: citation.materialFormat ?? '',
    keywords: citation.keywords,
    keySubjectHeading: citation.keySubjectHeading ?? '',
    whereToObtain: citation.whereToObtain ?? '',
    tags: citation.tags,
    publishDate: isoDay(citation.publishDate) ?? '',
    printingSpecs: citation.printingSpecs ?? '',
    obsolete: citation.obsolete,
    replacedBy: citation.replacedBy ?? '',
    languages: citation.languages.map(({ lang, ksbgNumber, pages, url }) => ({
      lang,
      ksbgNumber: ksbgNumber ?? '',
      revisionDate: '',
      pages: String(pages ?? ''),
      url: url ?? '',
    })),
    abstract: citation.abstract ?? '',
    audience: citation.audience,
    reviewedBy: citation.reviewedBy ?? '',
    deptSubmittedBy: citation.deptSubmittedBy?.name ?? '',
    assessment: citation.assessment === null ? '' : String(citation.assessment),
    famReview: citation.famReview === null ? '' : String(citation.famReview),
    productionSpecialist: citation.productionSpecialist ?? '',
    originator: citation.originator ?? '',
    deptReviewDate: isoDay(citation.deptReviewDate) ?? '',
    reviewCycleMonths: String(citation.reviewCycleMonths ?? ''),
    notes: citation.notes ?? '',
  }
}

/**
 * Merges entered dates into the stored ones: a date older than the latest of its language replaces it, any other is appended;
 * a row without a date changes nothing.
 */
export function mergeRevisions(stored: readonly RevisionDate[], rows: readonly LanguageRow[]): RevisionDate[] {
  const merged = [...stored]
  for (const { lang, revisionDate } of rows) {
    if (lang === '' || revisionDate === '') continue
    const entered = { lang, revisionDate: isoTimestamp(revisionDate) }
    const latest = latestRevision(merged, lang)
    if (latest === revisionDate) continue
    const at = merged.findIndex((known) => known.lang === lang && isoDay(known.revisionDate) === latest)
    if (latest !== undefined && revisionDate < latest && at >= 0) merged[at] = entered
    else merged.push(entered)
  }
  return merged
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const named = (text: string) => (text.trim() === '' ? null : { name: text.trim() })
const dayOrNull = (day: string) => (day === '' ? null : isoTimestamp(day))
const numberOrNull = (text: string) => (text === '' ? null : Number(text))

/** The citation to save: the form's values, and the unchanged fields of the original. */
export function toCitation(values: FormValues, original: Citation | undefined) {
  return {
    ...original,
    title: values.title.trim(),
    authors: values.authors,
    publisher: named(values.publisher),
    materialFormat: orNull(values.materialFormat),
    keywords: values.keywords,
    keySubjectHeading: orNull(values.keySubjectHeading),
    whereToObtain: orNull(values.whereToObtain),
    tags: values.tags,
    publishDate: dayOrNull(values.publishDate),
    printingSpecs: orNull(values.printingSpecs),
    obsolete: values.obsolete,
    replacedBy: orNull(values.replacedBy),
    languages: values.languages.map(({ lang, ksbgNumber, pages, url }) => ({
      lang: lang.trim(),
      ksbgNumber: orNull(ksbgNumber),
      pages: numberOrNull(pages.trim()),
      url: orNull(url),
    })),
    revisionDates: mergeRevisions(original?.revisionDates ?? [], values.languages),
    abstract: orNull(values.abstract),
    audience: values.audience,
    reviewedBy: orNull(values.reviewedBy),
    deptSubmittedBy: named(values.deptSubmittedBy),
    assessment: numberOrNull(values.assessment),
    famReview: numberOrNull(values.famReview),
    productionSpecialist: orNull(values.productionSpecialist),
    originator: orNull(values.originator),
    deptReviewDate: dayOrNull(values.deptReviewDate),
    reviewCycleMonths: numberOrNull(values.reviewCycleMonths.trim()),
    notes: orNull(values.notes),
  }
}

/** An error of the form: the ID of its control, and a message. */
export interface FormError {
  id: string
  message: string
}

export const fieldId = (field: keyof FormValues) => `field-${field}`
export const rowId = (row: number, part: keyof LanguageRow) => `field-languages-${row}-${part}`

const isEmpty = (value: FormValues[keyof FormValues]) =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0

/** The missing required fields, in the form's order. */
export function missing(values: FormValues): FormError[] {
  return (Object.keys(fields) as (keyof FormValues)[]).flatMap((name) => {
    const { label, required } = fields[name]
    if (name === 'languages' && values.languages.length > 0) {
      return values.languages.flatMap(({ lang }, row) =>
        lang.trim() === '' ? [{ id: rowId(row, 'lang'), message: 'Language is required.' }] : [],
      )
    }
    return required && isEmpty(values[name]) ? [{ id: fieldId(name), message: `${label} is required.` }] : []
  })
}

const dateFields = ['publishDate', 'deptReviewDate'] as const

/** Dates whose year does not have four digits. */
function invalidDates(values: FormValues): FormError[] {
  const isInvalid = (day: string) => day !== '' && !hasFourDigitYear(day)
  const messageOf = (label: string) => `${label}: the year must have four digits.`
  return [
    ...dateFields
      .filter((name) => isInvalid(values[name]))
      .map((name) => ({ id: fieldId(name), message: messageOf(fields[name].label) })),
    ...values.languages.flatMap(({ revisionDate }, row) =>
      isInvalid(revisionDate) ? [{ id: rowId(row, 'revisionDate'), message: messageOf('Revision Date') }] : [],
    ),
  ]
}

const MAX_PAGES = 2_000

/** Pages that are not a whole number from 1 to MAX_PAGES. */
const invalidPages = ({ languages }: FormValues): FormError[] =>
  languages.flatMap(({ pages }, row) => {
    const text = pages.trim()
    const isValid = text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGES)
    return isValid ? [] : [{ id: rowId(row, 'pages'), message: 'Pages: a whole number from 1 to 2,000.' }]
  })

const MAX_CYCLE_MONTHS = 1_200

/** A review cycle that the server would reject. */
function invalidCycle({ reviewCycleMonths }: FormValues): FormError[] {
  const text = reviewCycleMonths.trim()
  const isValid = text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_CYCLE_MONTHS)
  return isValid
    ? []
    : [{ id: fieldId('reviewCycleMonths'), message: 'Review Cycle in Months: a whole number from 1 to 1,200.' }]
}

/** All errors that prevent the form from being saved. */
export const formErrors = (values: FormValues): FormError[] => [
  ...missing(values),
  ...invalidDates(values),
  ...invalidPages(values),
  ...invalidCycle(values),
]

/** The ID of the control for a field named in a response. */
export function controlId(field: string): string {
  const row = /^languages\[(\d+)\]\.(\w+)/.exec(field)
  if (row) return rowId(Number(row[1]), row[2] as keyof LanguageRow)
  const name = /^\w+/.exec(field)?.[0] ?? ''
  return fieldId(name as keyof FormValues)
}

/** The labels of the fields that differ between two versions of a citation. */
export function changedLabels(before: Citation, after: Citation): string[] {
  const names = Object.keys(fields) as (keyof FormValues)[]
  const [a, b] = [toFormValues(before), toFormValues(after)]
  return names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name])).map((name) => fields[name].label)
}
