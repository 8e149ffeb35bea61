// What a column of a table can be imported as: the options of its select, and their labels.
import t from 'messages:staff/import'
import type { ImportColumn, MappedColumn } from '../../../api/catalogue/imports'
import { formFields, otherFields } from '../../../lib/citationFields'

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
