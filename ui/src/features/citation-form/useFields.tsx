// The fields of the citation form by their names: what a field of each kind needs to be shown, with what is wrong with it.
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { departmentsQuery } from '../../api/departments'
import { facetsQuery } from '../../api/search'
import { Combobox, MultiCombobox } from '../../components/Combobox'
import { SelectField } from '../../components/TextField'
import { type FormValues, fieldId, fields } from './formValues'
import { type ListField, type ListOptions, useListOptions } from './listOptions'
import type { CitationFormState } from './useCitationForm'

type TextName = {
  [Name in keyof FormValues]: FormValues[Name] extends string ? Name : never
}[keyof FormValues]
type ListName = 'authors' | 'keywords' | 'tags' | 'audience'

/** Makes the fields of a form. */
export function useFields({ form, faults }: Pick<CitationFormState, 'form' | 'faults'>) {
  const facets = useQuery(facetsQuery).data ?? {}
  const departments = useQuery(departmentsQuery).data ?? []
  const listOf = useListOptions()
  const { control, register } = form
  /** What a list offers: the values of a facet. */
  const options = (field: ListField, facet: string) =>
    listOf(
      field,
      (facets[facet]?.buckets ?? []).map(({ value }) => value),
    )
  const errorOf = (id: string) => faults.find((fault) => fault.id === id)?.message
  const about = (name: keyof FormValues) => ({
    label: fields[name].label,
    required: fields[name].required,
    id: fieldId(name),
    error: errorOf(fieldId(name)),
  })
  const text = (name: TextName) => ({ ...register(name), ...about(name) })
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
  const yesOrNo = (name: 'assessment' | 'famReview') => (
    <SelectField {...text(name)}>
      <option value="" />
      <option value="1">Yes</option>
      <option value="0">No</option>
      <option value="-1">N/A</option>
    </SelectField>
  )
  return {
    errorOf,
    about,
    text,
    options,
    single,
    several,
    yesOrNo,
    /** The departments there are; a new one is made elsewhere. */
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
