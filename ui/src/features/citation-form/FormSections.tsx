// The sections of the citation form, in the order of the specification.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import type { RevisionDate } from '../../api/citations'
import { departmentsQuery } from '../../api/departments'
import { facetsQuery } from '../../api/search'
import { Checkbox } from '../../components/Checkbox'
import { Combobox, MultiCombobox } from '../../components/Combobox'
import { SelectField, TextArea, TextField } from '../../components/TextField'
import { ReplacedByField } from '../../session/ReplacedByField'
import styles from './CitationForm.module.css'
import { type FormValues, fieldId, fields } from './formValues'
import { LanguageRows } from './LanguageRows'
import { type ListField, type ListOptions, useListOptions } from './listOptions'
import type { CitationFormState } from './useCitationForm'

type TextName = {
  [Name in keyof FormValues]: FormValues[Name] extends string ? Name : never
}[keyof FormValues]
type ListName = 'authors' | 'keywords' | 'tags' | 'audience'

interface Props {
  state: Pick<CitationFormState, 'form' | 'values' | 'faults'>
  adding: boolean
  /** Id of the citation; undefined for a new one. */
  id: string | undefined
  /** Known revision dates, for rows without an entered one. */
  revisions: readonly RevisionDate[]
}

export function FormSections({ state: { form, values, faults }, adding, id, revisions }: Props) {
  const facets = useQuery(facetsQuery).data ?? {}
  const departments = useQuery(departmentsQuery).data ?? []
  const { control, register } = form
  const listOf = useListOptions()
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
  const verb = adding ? 'Add' : 'Edit'
  return (
    <>
      <Section title={`${verb} General`}>
        <TextField {...text('title')} dir="auto" />
        <div className={styles.pair}>
          {several('authors', 'authors')}
          {single('publisher', options('publisher', 'publisher_name'))}
          {single('materialFormat', options('materialFormat', 'material_format'))}
          {several('keywords', 'keywords')}
          {single('keySubjectHeading', options('keySubjectHeading', 'subject_heading'))}
          {single('whereToObtain', options('whereToObtain', 'where_to_obtain'))}
          {several('tags', 'tags')}
          <TextField {...text('publishDate')} type="date" />
        </div>
        <TextArea {...text('printingSpecs')} rows={2} />
        <Checkbox {...register('obsolete')}>Obsolete</Checkbox>
        {(values.obsolete || values.replacedBy !== '') && (
          <Controller
            control={control}
            name="replacedBy"
            render={({ field: { value, onChange } }) => (
              <ReplacedByField {...about('replacedBy')} own={id} value={value} onChange={onChange} />
            )}
          />
        )}
      </Section>
      <Section title={`${verb} Language, Revision Dates, and Links`}>
        <LanguageRows
          form={form}
          languages={options('languages', 'languages')}
          revisions={revisions}
          errorOf={errorOf}
        />
      </Section>
      <Section title={`${verb} Format and Audience`}>
        <TextArea {...text('abstract')} rows={6} dir="auto" />
        {several('audience', 'audience')}
      </Section>
      <Section title={`${verb} Health Ed Review`}>
        <div className={styles.pair}>
          <TextField {...text('reviewedBy')} />
          {single(
            'deptSubmittedBy',
            listOf(
              'deptSubmittedBy',
              departments.map(({ name }) => name),
            ),
            { creatable: false, clearable: true },
          )}
          {yesOrNo('assessment')}
          {yesOrNo('famReview')}
          <TextField {...text('productionSpecialist')} />
          <TextField {...text('originator')} />
          <TextField {...text('deptReviewDate')} type="date" />
          <TextField
            {...text('reviewCycleMonths')}
            inputMode="numeric"
            autoComplete="off"
            hint="Only when it differs from what is usual in the hospital."
          />
        </div>
      </Section>
      <Section title={`${verb} Notes`}>
        <TextArea {...text('notes')} rows={4} />
      </Section>
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.section}>
    <legend>
      <h2>{title}</h2>
    </legend>
    {children}
  </fieldset>
)
