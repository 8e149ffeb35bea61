// The form that adds or edits a citation: sections, history, and the dialog after a save.
import t from 'messages:staff/citationForm'
import { useNavigate } from 'react-router-dom'
import { addressId, type CitationAnswer, latestCitationQuery } from '../../api/catalogue/citations'
import { PageHeading } from '../../components/page/PageHeading'
import { RecordForm } from '../../formkit/RecordForm'
import { useTitle } from '../../lib/useTitle'
import { citationPath, patterns } from '../../paths'
import styles from './CitationForm.module.css'
import { ErrorSummary, focusFirst } from './ErrorSummary'
import { FormSections } from './FormSections'
import { changedLabels, toVersion } from './formValues'
import { History } from './history/History'
import { SavedDialog } from './SavedDialog'
import { useCitationForm } from './useCitationForm'
import { listErrors } from './validation'

interface Props {
  /** The citation to edit; missing to add one. */
  loaded?: CitationAnswer
  /** Reloads the citation after a restore or a conflict. */
  reload?: () => Promise<unknown>
}

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
