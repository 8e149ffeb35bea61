// The mapping of a table's columns: what each can be imported as, changes of it, and how they are saved.

import t from 'messages:staff/import'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ImportAnswer,
  type ImportColumn,
  type ImportDetails,
  importQuery,
  type MappedColumn,
  type Mapping,
  mappingKey,
  saveMapping,
} from '../../../api/catalogue/imports'
import { asProblem } from '../../../api/problem'
import { formFields, otherFields } from '../../../lib/citationFields'

/** What a person changes about a column. */
export type ColumnChange = Partial<Pick<MappedColumn, 'field' | 'lang' | 'dates' | 'split'>>

/** A column that was changed is imported as chosen; another one with the same field and language is not imported any more. */
export function withColumn(mapping: Mapping, column: ImportColumn, change: ColumnChange): Mapping {
  const before = mapping.columns.find((one) => one.column === column.column) ?? asMapped(column)
  const after = { ...before, ...change }
  const others = mapping.columns
    .filter((one) => one.column !== column.column)
    .map((one) => (isSameField(one, after) ? { ...one, field: null, lang: null } : one))
  const at = mapping.columns.findIndex((one) => one.column === column.column)
  return { ...mapping, columns: at < 0 ? [...others, after] : others.toSpliced(at, 0, after) }
}

const asMapped = ({ column, header, field, lang, dates }: ImportColumn): MappedColumn => ({
  column,
  header,
  field,
  lang,
  dates,
  split: null,
})

const isSameField = (a: MappedColumn, b: MappedColumn) => a.field !== null && a.field === b.field && a.lang === b.lang

/** Another sheet or row of headers has other columns, which the server maps. */
export const withSheet = (mapping: Mapping, sheet: string | null, headerRow: number | null): Mapping => ({
  ...mapping,
  sheet,
  headerRow,
  key: null,
  columns: [],
})

export const withConstant = (mapping: Mapping, field: string, value: string): Mapping => ({
  ...mapping,
  constants: { ...mapping.constants, [field]: value },
})

export function withoutConstant(mapping: Mapping, field: string): Mapping {
  const { [field]: _, ...constants } = mapping.constants
  return { ...mapping, constants }
}

/** The import as it is shown until the server has answered: the columns as they are in the mapping. */
export const withMapping = (details: ImportDetails, mapping: Mapping): ImportDetails => ({
  ...details,
  mapping,
  columns: details.columns.map((column) => {
    const mapped = mapping.columns.find((one) => one.column === column.column)
    return mapped ? { ...column, field: mapped.field, lang: mapped.lang, dates: mapped.dates } : column
  }),
})

/** A field of the citation, a part of a language version, or a form that only our own exports have. */
export interface Target {
  /** Its field; `versionTitle` for the title of a version, which is the field `title` with a language. */
  value: string
  label: string
  group: 'handout' | 'version' | 'forms'
}

const { languages: _, ...handoutFields } = formFields
const { revisionDates, ...moreFields } = otherFields

const handoutTargets = [
  ...Object.entries(handoutFields).map(([value, { label }]) => ({ value, label })),
  ...Object.entries(moreFields).map(([value, label]) => ({ value, label })),
]

/** What a column of a table can be imported as: the options of its select, and their labels. */
export const targets: readonly Target[] = [
  ...handoutTargets.map((target) => ({ ...target, group: 'handout' as const })),
  { value: 'id', label: 'ID', group: 'handout' },
  { value: 'lang', label: t('lang'), group: 'version' },
  { value: 'ksbgNumber', label: t('versionNumber'), group: 'version' },
  { value: 'url', label: t('versionUrl'), group: 'version' },
  { value: 'revisionDate', label: t('versionDate'), group: 'version' },
  { value: 'pages', label: t('versionPages'), group: 'version' },
  { value: 'versionTitle', label: t('versionTitle'), group: 'version' },
  { value: 'version', label: t('versionWhole'), group: 'version' },
  { value: 'languages', label: t('languages'), group: 'forms' },
  { value: 'titles', label: t('titles'), group: 'forms' },
  { value: 'revisionDates', label: revisionDates, group: 'forms' },
]

export const groupLabels: Readonly<Record<Target['group'], string>> = {
  handout: t('groupHandout'),
  version: t('groupVersion'),
  forms: t('groupForms'),
}

/** The option of a column; empty if it is not imported. */
export const targetValue = ({ field, lang }: Pick<MappedColumn, 'field' | 'lang'>) =>
  field === 'title' && lang !== null ? 'versionTitle' : (field ?? '')

export const fieldOfTarget = (value: string) => (value === 'versionTitle' ? 'title' : value === '' ? null : value)

const inLanguage = new Set(['ksbgNumber', 'url', 'revisionDate', 'pages', 'versionTitle', 'version'])
const onlyInLanguage = new Set(['versionTitle', 'version'])
const dateFields = new Set(['publishDate', 'deptReviewDate', 'revisionDate'])
const listFields = new Set(['authors', 'keywords', 'audience', 'tags'])

export const takesLanguage = (value: string) => inLanguage.has(value)
export const needsLanguage = (value: string) => onlyInLanguage.has(value)
export const isDate = (value: string) => dateFields.has(value)
export const isList = (value: string) => listFields.has(value)

/** Both of the first two numbers may be a month: 03/04/2021. */
const isAmbiguous = (text: string) => {
  const [, first, second] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(text) ?? []
  return first !== undefined && Number(first) <= 12 && Number(second) <= 12
}

/** Whether the person has to say in which order the dates of a column are. */
export const asksForDates = (column: ImportColumn) =>
  isDate(targetValue(column)) && column.dates === null && column.samples.some(isAmbiguous)

const labels = new Map(targets.map(({ value, label }) => [value, label]))

/** The label of a field as previews and constants name it: `url@Spanish` is 'URL (Spanish)'. */
export function fieldLabel(name: string): string {
  const at = name.indexOf('@')
  const field = at < 0 ? name : name.slice(0, at)
  if (at < 0) return labels.get(field) ?? field
  const lang = name.slice(at + 1)
  if (field === 'version') return t('versionInLanguage', { lang })
  const value = targetValue({ field, lang: '' })
  return t('fieldInLanguage', { label: labels.get(value) ?? field, lang })
}

/** `details` is the import as it is shown. */
export function useMapping(id: string) {
  const client = useQueryClient()
  const { queryKey } = importQuery(id)
  const mutationKey = mappingKey(id)
  const update = (change: (known: ImportAnswer) => ImportAnswer) =>
    client.setQueryData(queryKey, (known) => known && change(known))
  const saving = useMutation({
    mutationKey,
    // One after the other, each with the entity tag of the one before.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (mapping: Mapping) => saveMapping(id, mapping, client.getQueryData(queryKey)?.etag ?? null),
    onMutate: (mapping) => {
      void client.cancelQueries({ queryKey })
      update((known) => ({ ...known, details: withMapping(known.details, mapping) }))
    },
    onSuccess: (answer) => {
      // A later choice is shown already.
      const isLast = client.isMutating({ mutationKey }) === 1
      update((known) => (isLast ? answer : { ...known, etag: answer.etag }))
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
  const problem = saving.isError ? asProblem(saving.error) : null
  return {
    save: saving.mutate,
    isSaving: saving.isPending,
    /** Why the last choice was not saved. */
    failure:
      problem && (problem.status === 412 ? t('changedElsewhere') : (problem.fieldErrors[0]?.message ?? problem.text)),
  }
}
