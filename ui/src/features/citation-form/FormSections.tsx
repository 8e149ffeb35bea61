// The sections of the citation form. Source: spec section 2.
import t from 'messages:staff/citationForm'
import type { ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea, TextField } from '../../components/form/TextField'
import { ReplacedByField } from '../../formkit/CitationField'
import styles from './CitationForm.module.css'
import { CodeRows } from './CodeRows'
import { LanguageRows } from './languages/LanguageRows'
import { type CitationFormState, useLinkStoring } from './useCitationForm'
import { useFields } from './useFields'
import type { FormError } from './validation'

interface Props {
  state: CitationFormState
  errors: readonly FormError[]
  adding: boolean
  /** The ID of the citation; undefined for a new one. */
  id: string | undefined
}

export function FormSections({ state, errors, adding, id }: Props) {
  const { form } = state
  const storeLink = useLinkStoring(state)
  const { errorOf, about, text, date, options, single, several, yesOrNo, department } = useFields(form, errors)
  const [obsolete, replacedBy] = useWatch({ control: form.control, name: ['obsolete', 'replacedBy'] })
  const verb = adding ? t('add') : t('edit')
  return (
    <>
      <Section title={t('verbGeneral', { verb })}>
        <TextField {...text('title')} dir="auto" />
        <div className={styles.pair}>
          {several('authors', 'authors')}
          {single('publisher', options('publisher', 'publisher_name'))}
          {single('materialFormat', options('materialFormat', 'material_format'))}
          {several('keywords', 'keywords')}
          {single('keySubjectHeading', options('keySubjectHeading', 'subject_heading'))}
          {single('whereToObtain', options('whereToObtain', 'where_to_obtain'))}
          {several('tags', 'tags')}
          <TextField {...date('publishDate')} />
        </div>
        <TextArea {...text('printingSpecs')} rows={2} />
        <Checkbox {...form.register('obsolete')}>{t('obsolete')}</Checkbox>
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
      <Section title={t('verbLanguages', { verb })}>
        <LanguageRows
          form={form}
          languages={options('languages', 'languages')}
          base={state.version.current.base}
          onStoreLink={storeLink}
          errorOf={errorOf}
        />
      </Section>
      <Section title={t('verbFormat', { verb })}>
        <TextArea {...text('abstract')} rows={6} dir="auto" />
        {several('audience', 'audience')}
      </Section>
      <Section title={t('verbReview', { verb })}>
        <div className={styles.pair}>
          <TextField {...text('reviewedBy')} />
          {department()}
          {yesOrNo('assessment')}
          {yesOrNo('famReview')}
          <TextField {...text('productionSpecialist')} />
          <TextField {...text('originator')} />
          <TextField {...date('deptReviewDate')} />
          <TextField
            {...text('reviewCycleMonths')}
            inputMode="numeric"
            autoComplete="off"
            hint={t('reviewCycleHint')}
          />
        </div>
      </Section>
      <Section title={t('verbCodes', { verb })}>
        <CodeRows form={form} errorOf={errorOf} />
      </Section>
      <Section title={t('verbNotes', { verb })}>
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
