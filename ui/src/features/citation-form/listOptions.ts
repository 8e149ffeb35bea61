// The options of the form's comboboxes: the values in use; those recently saved by this person come first.
import t from 'messages:staff/citationForm'
import { usePerson } from '../../api/config'
import { recentValues, withRecentFirst } from '../../session/recentValues'
import type { FormValues } from './formValues'

/** The options of a list, with notes for some of them. */
export interface ListOptions {
  options: readonly string[]
  note: (option: string) => string | undefined
}

/** The fields that are comboboxes. */
export type ListField =
  | 'authors'
  | 'publisher'
  | 'materialFormat'
  | 'keywords'
  | 'keySubjectHeading'
  | 'whereToObtain'
  | 'tags'
  | 'languages'
  | 'audience'
  | 'deptSubmittedBy'

/** Returns a function that puts the recent values of a list first and marks them. */
export function useListOptions(): (field: ListField, options: readonly string[]) => ListOptions {
  const known = recentValues(usePerson())
  return (field, options) => {
    const recent = known[field] ?? []
    return {
      options: withRecentFirst(options, recent),
      note: (option) => (recent.includes(option) ? t('recent') : undefined),
    }
  }
}

/** The values of all comboboxes. */
export const usedValues = (values: FormValues): Record<ListField, readonly string[]> => ({
  authors: values.authors,
  publisher: nonEmpty(values.publisher),
  materialFormat: nonEmpty(values.materialFormat),
  keywords: values.keywords,
  keySubjectHeading: nonEmpty(values.keySubjectHeading),
  whereToObtain: nonEmpty(values.whereToObtain),
  tags: values.tags,
  languages: [...new Set(values.languages.map(({ lang }) => lang.trim()))],
  audience: values.audience,
  deptSubmittedBy: nonEmpty(values.deptSubmittedBy),
})

const nonEmpty = (value: string) => (value.trim() === '' ? [] : [value.trim()])
