// The form that adds or edits a citation: its bar, its sections, and what follows a save.
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { addressId, type CitationAnswer } from '../../api/citations'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { Overlay } from '../../components/Overlay'
import { PageHeading } from '../../components/PageHeading'
import { useLeaveGuard } from '../../lib/useLeaveGuard'
import { useTitle } from '../../lib/useTitle'
import { citationPath, patterns } from '../../paths'
import styles from './CitationForm.module.css'
import { Conflict } from './Conflict'
import { FaultSummary } from './FaultSummary'
import { FormBar } from './FormBar'
import { FormSections } from './FormSections'
import { History } from './History'
import { LeaveDialog } from './LeaveDialog'
import { SavedDialog } from './SavedDialog'
import { useCitationForm } from './useCitationForm'

interface Props {
  /** The citation to edit; missing to add one. */
  loaded?: CitationAnswer
  /** Loads the citation anew, after a restore or a conflict. */
  reload?: () => Promise<unknown>
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export function CitationForm({ loaded, reload }: Props) {
  const original = loaded?.citation
  const adding = original === undefined
  useTitle(adding ? 'Adding New Resource' : `Editing — ${original.title}`, true)
  const navigate = useNavigate()
  const state = useCitationForm(loaded)
  const { saved, problem, isUnsaved } = state
  const [cancelling, setCancelling] = useState(false)
  const guard = useLeaveGuard({ unsaved: isUnsaved, unkept: isUnsaved && !state.isKept })

  const openSaved = () => saved && navigate(citationPath(addressId(saved)))
  const cancel = () => {
    setCancelling(true)
    navigate(adding ? patterns.home : citationPath(addressId(original)))
  }
  const stay = () => {
    setCancelling(false)
    guard.stay()
  }
  const leave = () => {
    if (cancelling) state.endDraft()
    guard.leave()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.save()
  }
  const isStale = problem?.status === 412
  return (
    <form noValidate className={styles.page} onSubmit={submit}>
      <FormBar
        title={original?.title ?? 'New resource'}
        isSaving={state.isSaving}
        problem={isStale ? undefined : problem}
        onCancel={cancel}
      />
      <PageHeading>{adding ? 'Adding New Resource' : 'Editing Resource'}</PageHeading>
      {state.restoredAt && isUnsaved && (
        <Notice
          kind="info"
          title={`Your unsaved changes of ${moment.format(new Date(state.restoredAt))} are here again.`}
          actions={<Button onClick={state.discard}>Discard these changes</Button>}
        />
      )}
      <p className={styles.note}>Fields marked * are required.</p>
      <FormSections state={state} adding={adding} id={original?.id} revisions={state.base?.revisionDates ?? []} />
      <FaultSummary faults={state.faults} />
      {original && reload && (
        <History
          id={original.id}
          etag={loaded?.etag ?? null}
          onRestored={() => {
            state.discard()
            return reload()
          }}
        />
      )}
      {state.isSaving && <Overlay>Saving...</Overlay>}
      {isStale && state.base && reload && (
        <Conflict
          base={state.base}
          onDiscard={() => {
            state.discard()
            void reload()
          }}
          onKeep={state.continueOver}
          onClose={state.dismiss}
        />
      )}
      <SavedDialog saved={saved} adding={adding} onClose={openSaved} />
      <LeaveDialog guard={guard} discards={cancelling || !state.isKept} onStay={stay} onLeave={leave} />
    </form>
  )
}
