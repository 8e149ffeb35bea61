// The values of the citation form: conversion from and to a citation. Source: spec sections 2 and 5.
import type { Citation, CitationAnswer, RevisionDate } from '../../api/catalogue/citations'
import type { FileFacts, StoredFile, Withdrawal } from '../../api/catalogue/files'
import { changedFields } from '../../formkit/useRecordForm'
import { formFields } from '../../lib/citationFields'
import type { CodeSystem } from '../../lib/codes'
import { isoDay, isoTimestamp, latestRevision } from '../../lib/dates/dates'
import { wholeNumber } from '../../lib/text/wholeNumber'

/** The stored file of a row. */
export interface RowFile extends FileFacts {
  withdrawn: Withdrawal | null
}

export interface LanguageRow {
  lang: string
  ksbgNumber: string
  /** As entered, `YYYY-MM-DD`; empty while the latest stored one is shown. */
  revisionDate: string
  /** As typed; empty when unknown. */
  pages: string
  /** In the language of the row; empty where the version is called as the citation is. */
  title: string
  /** The link; not used while there is a file. */
  url: string
  file: RowFile | null
  /** The file that was here before the person replaced it or chose a link. */
  former: RowFile | null
  /** The upload for this row that has not succeeded: running, failed, or interrupted. */
  upload: { id: string; name: string } | null
}

export interface CodeRow {
  system: CodeSystem
  code: string
  /** The meaning of the code; empty when unknown. */
  display: string
}

/** Has a member for each field of the table; a missing one makes `toFormValues` fail to compile. */
export interface FormValues extends Record<keyof typeof formFields, unknown> {
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
  codes: CodeRow[]
  notes: string
}

export const emptyRow: LanguageRow = {
  lang: '',
  ksbgNumber: '',
  revisionDate: '',
  pages: '',
  title: '',
  url: '',
  file: null,
  former: null,
  upload: null,
}

export const toRowFile = ({
  digest,
  name,
  type,
  size,
  pages,
  withdrawn,
}: FileFacts & Pick<StoredFile, 'withdrawn'>) => ({
  digest,
  name,
  type,
  size,
  pages: pages ?? null,
  withdrawn: withdrawn ?? null,
})

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
  codes: [],
  notes: '',
}

/** The labels and required fields, in the form's order. */
export const fields: Record<keyof FormValues, { label: string; required: boolean }> = formFields

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
    languages: citation.languages.map(({ lang, ksbgNumber, pages, title, url, file }) => ({
      ...emptyRow,
      lang,
      ksbgNumber: ksbgNumber ?? '',
      pages: String(pages ?? ''),
      title: title ?? '',
      url: file ? '' : (url ?? ''),
      file: file ? toRowFile(file) : null,
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
    codes: (citation.codes ?? []).map(({ system, code, display }) => ({ system, code, display: display ?? '' })),
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
const nameOrNull = (text: string) => (text.trim() === '' ? null : { name: text.trim() })
const dayOrNull = (day: string) => (day === '' ? null : isoTimestamp(day))
const numberOrNull = (text: string) =>
  text === '' ? null : (wholeNumber(text, 0, Number.MAX_SAFE_INTEGER) ?? Number(text))

/** The citation to save: the form's values, and the unchanged fields of the original. */
export function toCitation(values: FormValues, original: Citation | undefined) {
  return {
    ...original,
    title: values.title.trim(),
    authors: values.authors,
    publisher: nameOrNull(values.publisher),
    materialFormat: orNull(values.materialFormat),
    keywords: values.keywords,
    keySubjectHeading: orNull(values.keySubjectHeading),
    whereToObtain: orNull(values.whereToObtain),
    tags: values.tags,
    publishDate: dayOrNull(values.publishDate),
    printingSpecs: orNull(values.printingSpecs),
    obsolete: values.obsolete,
    replacedBy: orNull(values.replacedBy),
    languages: values.languages.map(({ lang, ksbgNumber, pages, title, url, file }) => ({
      lang: lang.trim(),
      ksbgNumber: orNull(ksbgNumber),
      pages: numberOrNull(pages.trim()),
      ...(title.trim() !== '' && { title: title.trim() }),
      ...(file ? { file: { digest: file.digest, name: file.name } } : { url: orNull(url) }),
    })),
    revisionDates: mergeRevisions(original?.revisionDates ?? [], values.languages),
    abstract: orNull(values.abstract),
    audience: values.audience,
    reviewedBy: orNull(values.reviewedBy),
    deptSubmittedBy: nameOrNull(values.deptSubmittedBy),
    assessment: numberOrNull(values.assessment),
    famReview: numberOrNull(values.famReview),
    productionSpecialist: orNull(values.productionSpecialist),
    originator: orNull(values.originator),
    deptReviewDate: dayOrNull(values.deptReviewDate),
    reviewCycleMonths: numberOrNull(values.reviewCycleMonths.trim()),
    codes: values.codes.map(({ system, code, display }) => ({ system, code: code.trim(), display: orNull(display) })),
    notes: orNull(values.notes),
  }
}

/** The labels of the fields that differ between two versions of a citation; null is an empty one. */
export const changedLabels = (before: Citation | null, after: Citation | null): string[] =>
  changedFields(before ? toFormValues(before) : emptyForm, after ? toFormValues(after) : emptyForm).map(
    (name) => fields[name].label,
  )

/** A loaded citation, as the form compares it with others. */
export const toVersion = ({ citation, etag }: CitationAnswer) => ({ base: citation, etag })
