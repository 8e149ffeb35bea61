// What the searchable lists of the form offer: the values in use, those that this person has saved lately first.
import { usePerson } from '../../api/config'
import { recentValues, withRecentFirst } from '../../session/recentValues'
import type { FormValues } from './formValues'

/** The options of a list, and what is said of some of them. */
export interface ListOptions {
  options: readonly string[]
  note: (option: string) => string | undefined
}

/** The lists of the form, by the names of their fields. */
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

/** Gives the options of a list, the recent values first and marked. */
export function useListOptions(): (field: ListField, options: readonly string[]) => ListOptions {
  const known = recentValues(usePerson())
  return (field, options) => {
    const recent = known[field] ?? []
    return {
      options: withRecentFirst(options, recent),
      note: (option) => (recent.includes(option) ? 'Recent' : undefined),
    }
  }
}

/** The values of the lists, as they were saved. */
export const usedValues = (values: FormValues): Record<ListField, readonly string[]> => ({
  authors: values.authors,
  publisher: known(values.publisher),
  materialFormat: known(values.materialFormat),
  keywords: values.keywords,
  keySubjectHeading: known(values.keySubjectHeading),
  whereToObtain: known(values.whereToObtain),
  tags: values.tags,
  languages: [...new Set(values.languages.map(({ lang }) => lang.trim()))],
  audience: values.audience,
  deptSubmittedBy: known(values.deptSubmittedBy),
})

const known = (value: string) => (value.trim() === '' ? [] : [value.trim()])
