// The sections of the citation form. Source: spec section 2.
import type { ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { RevisionDate } from '../../api/catalogue/citations'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea, TextField } from '../../components/form/TextField'
import { ReplacedByField } from '../../session/ReplacedByField'
import styles from './CitationForm.module.css'
import { LanguageRows } from './languages/LanguageRows'
import type { CitationFormState } from './useCitationForm'
import { useFields } from './useFields'

interface Props {
  state: Pick<CitationFormState, 'form' | 'errors'>
  adding: boolean
  /** The ID of the citation; undefined for a new one. */
  id: string | undefined
  /** The stored revision dates, for rows without an entered one. */
  revisions: readonly RevisionDate[]
}

export function FormSections({ state: { form, errors }, adding, id, revisions }: Props) {
  const { errorOf, about, text, options, single, several, yesOrNo, department } = useFields({ form, errors })
  const [obsolete, replacedBy] = useWatch({ control: form.control, name: ['obsolete', 'replacedBy'] })
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
        <Checkbox {...form.register('obsolete')}>Obsolete</Checkbox>
        {(obsolete || replacedBy !== '') && (
          <Controller
            control={form.control}
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
          {department()}
          {yesOrNo('assessment')}
          {yesOrNo('famReview')}
          <TextField {...text('productionSpecialist')} />
          <TextField {...text('originator')} />
          <TextField {...text('deptReviewDate')} type="date" />
          <TextField
            {...text('reviewCycleMonths')}
            inputMode="numeric"
            autoComplete="off"
            hint="Only if it differs from the hospital's usual cycle."
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
