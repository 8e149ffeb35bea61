// The page that adds or edits a citation: loads it and passes it to the form.
import citation from 'messages:en/citation'
import t from 'messages:staff/citationForm'
import type { ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { addressId, type CitationAnswer, citationQuery, latestCitationQuery } from '../../api/catalogue/citations'
import type { SavedCitation } from '../../api/catalogue/editing'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea, TextField } from '../../components/form/TextField'
import { Dialog } from '../../components/page/Dialog'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { ReplacedByField } from '../../formkit/CitationField'
import { LoadedRecord, RecordForm } from '../../formkit/RecordForm'
import { useText } from '../../i18n/useText'
import { citationPath, patterns } from '../../paths'
import styles from './CitationForm.module.css'
import { CodeRows } from './CodeRows'
import { changedLabels, toVersion } from './formValues'
import { History } from './history/History'
import { LanguageRows } from './languages/LanguageRows'
import { type CitationFormState, useCitationForm, useLinkStoring } from './useCitationForm'
import { useFields } from './useFields'
import { ErrorSummary, type FormError, focusFirst, listErrors } from './validation'

export default function CitationFormPage() {
  const { id } = useParams()
  if (id === undefined) return <CitationForm key="new" />
  return (
    <LoadedRecord
      key={id}
      query={citationQuery(id)}
      failure={t('citationNotLoaded')}
      missing={{ title: t('noCitationFound'), headings: { 404: t('noCitationFoundHeading') }, hint: <Search /> }}
    >
      {(loaded, reload) => <CitationForm key={loaded.etag} loaded={loaded} reload={reload} />}
    </LoadedRecord>
  )
}

function Search() {
  const t = useText(citation)
  return (
    <>
      <p>{t('missingHint')}</p>
      <p>
        <Link to={patterns.home}>{t('searchInstead')}</Link>
      </p>
    </>
  )
}

interface Props {
  /** The citation to edit; missing to add one. */
  loaded?: CitationAnswer
  /** Reloads the citation after a restore or a conflict. */
  reload?: () => Promise<unknown>
}

/** The form that adds or edits a citation: sections, history, and the dialog after a save. */
export function CitationForm({ loaded, reload }: Props) {
  const original = loaded?.citation
  const adding = original === undefined
  useTitle(adding ? t('addingNewResource') : t('editingTitle', { title: original.title }), true)
  const navigate = useNavigate()
  const state = useCitationForm(loaded, reload)
  const { saved, showLatest } = state
  const errors = listErrors(state.form.formState.errors)
  return (
    <RecordForm
      state={state}
      className={styles.page}
      title={original?.title ?? t('newResource')}
      saveLabel={t('saveChanges')}
      failureTitle={t('yourChangesNotSaved')}
      cancelPath={adding ? patterns.home : citationPath(addressId(original))}
      onInvalid={(invalid) => focusFirst(listErrors(invalid))}
      conflict={
        original && {
          title: t('somebodyElseChangedCitation'),
          newest: { ...latestCitationQuery(original.id), select: toVersion },
          changedLabels,
        }
      }
      heading={<PageHeading>{adding ? t('addingNewResource') : t('editingResource')}</PageHeading>}
    >
      <p className={styles.note}>{t('fieldsMarkedRequired')}</p>
      <FormSections state={state} errors={errors} adding={adding} id={original?.id} />
      <ErrorSummary errors={errors} />
      {original && showLatest && <History id={original.id} etag={state.newestEtag} onRestored={showLatest} />}
      <SavedDialog saved={saved} adding={adding} onClose={() => saved && navigate(citationPath(addressId(saved)))} />
    </RecordForm>
  )
}

interface FormSectionsProps {
  state: CitationFormState
  errors: readonly FormError[]
  adding: boolean
  /** The ID of the citation; undefined for a new one. */
  id: string | undefined
}

/** The sections of the citation form. Source: spec section 2. */
function FormSections({ state, errors, adding, id }: FormSectionsProps) {
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

/** Further duplicates are only counted. */
const MAX_LISTED = 5

interface SavedDialogProps {
  /** The saved citation; null before a save. */
  saved: SavedCitation | null
  adding: boolean
  onClose: () => void
}

/** Confirms that a citation was saved, and lists other citations in use that share its title, item number or URL. */
function SavedDialog({ saved, adding, onClose }: SavedDialogProps) {
  const warnings = saved?.warnings ?? []
  const more = warnings.length - MAX_LISTED
  return (
    <Dialog
      open={saved !== null}
      onClose={onClose}
      dismissible={false}
      title={t('success')}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('returnToView')}
        </Button>
      }
    >
      <div className={styles.saved}>
        <p>{adding ? t('yourCitationAdded') : t('yourCitationUpdated')}</p>
        {warnings.length > 0 && (
          <Notice kind="info" title={t('savedMayDuplicate')}>
            <ul>
              {warnings.slice(0, MAX_LISTED).map(({ field, message, citation }) => (
                <li key={`${field} ${citation}`} dir="auto">
                  <Link to={citationPath(citation)}>{message}</Link>
                </li>
              ))}
            </ul>
            {more > 0 && <p>{t('andMore', { more })}</p>}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
