// Props and controls for the fields of the citation form, by name, with their errors.
import t from 'messages:staff/citationForm'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { departmentsQuery, facetsQuery } from '../../api/catalogue/lookups'
import { usePerson } from '../../api/config'
import { Combobox, MultiCombobox } from '../../components/form/Combobox'
import { SelectField } from '../../components/form/TextField'
import { dateLimitsOf } from '../../lib/dates/dateLimits'
import { today } from '../../lib/dates/dates'
import { recentValues, withRecentFirst } from '../../session/recentValues'
import { type FormValues, fields } from './formValues'
import type { CitationFormState } from './useCitationForm'
import { type FormError, fieldId, isKeptDate } from './validation'

type TextName = {
  [Name in keyof FormValues]: FormValues[Name] extends string ? Name : never
}[keyof FormValues]
type ListName = 'authors' | 'keywords' | 'tags' | 'audience'

/** Returns functions that render the fields of the form. */
export function useFields(form: CitationFormState['form'], errors: readonly FormError[]) {
  const facets = useQuery(facetsQuery).data ?? {}
  const departments = useQuery(departmentsQuery).data ?? []
  const listOf = useListOptions()
  const { control, register } = form
  /** The options of a list: the values of a facet. */
  const options = (field: ListField, facet: string) =>
    listOf(
      field,
      (facets[facet]?.buckets ?? []).map(({ value }) => value),
    )
  const errorOf = (id: string) => errors.find((error) => error.id === id)?.message
  const about = (name: keyof FormValues) => ({
    label: fields[name].label,
    required: fields[name].required,
    id: fieldId(name),
    error: errorOf(fieldId(name)),
  })
  const text = (name: TextName) => ({ ...register(name), ...about(name) })
  /** Marks a stored date that the field does not take any more. */
  const date = (name: 'publishDate' | 'deptReviewDate') => {
    const stored = form.formState.defaultValues?.[name] ?? ''
    const isKept = !form.formState.dirtyFields[name] && isKeptDate(name, stored)
    return {
      ...text(name),
      ...dateLimitsOf(name, today(new Date())),
      type: 'date',
      hint: isKept ? t('dateKept') : undefined,
    }
  }
  const single = (name: TextName & ListField, choices: ListOptions, { creatable = true, clearable = false } = {}) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...field } }) => (
        <Combobox {...about(name)} {...field} inputRef={ref} {...choices} creatable={creatable} clearable={clearable} />
      )}
    />
  )
  const several = (name: ListName, facet: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...field } }) => (
        <MultiCombobox {...about(name)} {...field} {...options(name, facet)} inputRef={ref} creatable />
      )}
    />
  )
  // Controlled: otherwise react-hook-form treats a select that shows its first option as edited.
  const yesOrNo = (name: 'assessment' | 'famReview') => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <SelectField {...about(name)} {...field}>
          <option value="" />
          <option value="1">{t('yes')}</option>
          <option value="0">{t('no')}</option>
          <option value="-1">{t('notApplicableShort')}</option>
        </SelectField>
      )}
    />
  )
  return {
    errorOf,
    about,
    text,
    date,
    options,
    single,
    several,
    yesOrNo,
    /** The existing departments; new ones are added in Manage Lookups. */
    department: () =>
      single(
        'deptSubmittedBy',
        listOf(
          'deptSubmittedBy',
          departments.map(({ name }) => name),
        ),
        { creatable: false, clearable: true },
      ),
  }
}

/** The options of a list, with notes for some of them. */
export interface ListOptions {
  options: readonly string[]
  note: (option: string) => string | undefined
}

/** The fields that are comboboxes. */
type ListField =
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
function useListOptions(): (field: ListField, options: readonly string[]) => ListOptions {
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
