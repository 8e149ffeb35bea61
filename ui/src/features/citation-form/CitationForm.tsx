// The form that adds or edits a citation: bar, sections, and the dialogs after a save.
import messages from 'messages:staff/citationForm'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { addressId, type CitationAnswer } from '../../api/catalogue/citations'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Overlay } from '../../components/feedback/Overlay'
import { focusHeading, PageHeading } from '../../components/page/PageHeading'
import { FormBar } from '../../formkit/FormBar'
import { FormShell } from '../../formkit/FormShell'
import { LeaveDialog } from '../../formkit/LeaveDialog'
import { staffText } from '../../i18n/staffText'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { useNavigationBlocker } from '../../lib/useNavigationBlocker'
import { useTitle } from '../../lib/useTitle'
import { citationPath, patterns } from '../../paths'
import styles from './CitationForm.module.css'
import { Conflict } from './Conflict'
import { ErrorSummary, focusFirst } from './ErrorSummary'
import { FormSections } from './FormSections'
import { History } from './history/History'
import { SavedDialog } from './SavedDialog'
import { useCitationForm } from './useCitationForm'
import { listErrors } from './validation'

const t = staffText(messages)

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
  const state = useCitationForm(loaded)
  const { saved, problem, isUnsaved } = state
  const [cancelling, setCancelling] = useState(false)
  const blocker = useNavigationBlocker({ unsaved: isUnsaved, unstored: isUnsaved && !state.isDraftStored })

  const openSaved = () => saved && navigate(citationPath(addressId(saved)))
  const cancel = () => {
    setCancelling(true)
    navigate(adding ? patterns.home : citationPath(addressId(original)))
  }
  const stay = () => {
    setCancelling(false)
    blocker.stay()
  }
  const leave = () => {
    if (cancelling) state.deleteDraft()
    blocker.leave()
  }
  const isStale = problem?.status === 412
  return (
    <FormShell
      form={state.form}
      className={styles.page}
      busy={state.isSaving}
      onSubmit={state.save}
      onInvalid={(errors) => focusFirst(listErrors(errors))}
    >
      <FormBar
        title={original?.title ?? t('newResource')}
        saveLabel={t('saveChanges')}
        isSaving={state.isSaving}
        problem={isStale ? undefined : problem}
        failureTitle={t('yourChangesNotSaved')}
        onCancel={cancel}
      />
      <PageHeading>{adding ? t('addingNewResource') : t('editingResource')}</PageHeading>
      {state.restoredAt && isUnsaved && (
        <Notice
          kind="info"
          title={t('changesRestored', { dayAndTime: dayAndTime(state.restoredAt) })}
          actions={
            <Button
              onClick={() => {
                focusHeading()
                state.discard()
              }}
            >
              {t('discardChanges')}
            </Button>
          }
        />
      )}
      <p className={styles.note}>{t('fieldsMarkedRequired')}</p>
      <FormSections state={state} adding={adding} id={original?.id} />
      <ErrorSummary errors={state.errors} />
      {original && reload && (
        <History
          id={original.id}
          etag={state.newestEtag}
          onRestored={() => {
            state.discard()
            return reload()
          }}
        />
      )}
      {state.isSaving && <Overlay>{t('saving')}</Overlay>}
      {isStale && state.base && reload && (
        <Conflict
          base={state.base}
          onDiscard={() => {
            state.discard()
            void reload()
          }}
          onKeep={state.mergeWith}
          onClose={state.dismiss}
        />
      )}
      <SavedDialog saved={saved} adding={adding} onClose={openSaved} />
      <LeaveDialog blocker={blocker} discards={cancelling || !state.isDraftStored} onStay={stay} onLeave={leave} />
    </FormShell>
  )
}
