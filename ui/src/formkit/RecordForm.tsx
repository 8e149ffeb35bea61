// The form that adds or edits a record: a sticky bar with title, Cancel and Save, the restored draft, the fields, and the dialogs
// about conflicts and leaving.
import t from 'messages:staff/forms'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useConfig } from '../api/config'
import type { Problem } from '../api/problem'
import { Button } from '../components/buttons/Button'
import { Notice } from '../components/feedback/Notice'
import { Overlay } from '../components/feedback/Overlay'
import { ConfirmDialog } from '../components/page/Dialog'
import { focusHeading } from '../components/page/PageHeading'
import { dayAndTime } from '../lib/dates/dateTimes'
import { type NavigationBlocker, useNavigationBlocker } from '../lib/useNavigationBlocker'
import { ConflictDialog } from './ConflictDialog'
import { FormShell } from './FormShell'
import styles from './RecordForm.module.css'
import type { RecordFormState } from './useRecordForm'
import type { RecordVersion } from './useStoredDraft'

interface Props<Values extends FieldValues, Base, Saved, Answer, Key extends QueryKey>
  extends Omit<BarProps, 'isSaving' | 'problem' | 'onCancel'> {
  state: RecordFormState<Values, Base, Saved>
  className: string | undefined
  /** Where Cancel leads. */
  cancelPath: string
  onSubmitCapture?: (() => void) | undefined
  /** Called with the errors of an invalid form. */
  onInvalid: (errors: FieldErrors<Values>) => void
  /** What is shown when somebody else has saved the record; missing for a new one. */
  conflict?:
    | {
        title: string
        /** Loads the latest version. */
        newest: UseQueryOptions<Answer, Error, RecordVersion<Base>, Key>
        /** The labels of the fields that differ from the version that editing started from. */
        changedLabels: (before: Base, newest: Base) => readonly string[]
      }
    | undefined
  /** The heading, above the notice about a restored draft. */
  heading: ReactNode
  /** The fields, and what follows them. */
  children: ReactNode
}

export function RecordForm<Values extends FieldValues, Base, Saved, Answer, Key extends QueryKey>(
  props: Props<Values, Base, Saved, Answer, Key>,
) {
  const { state, className, cancelPath, onSubmitCapture, onInvalid, conflict, heading, children, ...bar } = props
  const { form, problem, isUnsaved, isDraftStored, restoredAt } = state
  const navigate = useNavigate()
  const [isCancelling, setCancelling] = useState(false)
  const blocker = useNavigationBlocker({ unsaved: isUnsaved, unstored: isUnsaved && !isDraftStored })
  const cancel = () => {
    setCancelling(true)
    navigate(cancelPath)
  }
  const isStale = problem?.status === 412
  return (
    <FormShell
      form={form}
      className={className}
      busy={state.isSaving}
      onSubmitCapture={onSubmitCapture}
      onSubmit={state.save}
      onInvalid={onInvalid}
    >
      <FormBar {...bar} isSaving={state.isSaving} problem={isStale ? undefined : problem} onCancel={cancel} />
      {heading}
      {restoredAt && isUnsaved && (
        <Notice
          kind="info"
          title={t('changesRestored', { dayAndTime: dayAndTime(restoredAt) })}
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
      {children}
      {state.isSaving && <Overlay>{t('saving')}</Overlay>}
      {isStale && conflict && (
        <ConflictDialog
          {...conflict}
          changedLabels={(newest) => conflict.changedLabels(state.version.current.base, newest)}
          onDiscard={() => void state.showLatest?.()}
          onKeep={state.mergeWith}
          onClose={state.dismiss}
        />
      )}
      <LeaveDialog
        blocker={blocker}
        discards={isCancelling || !isDraftStored}
        onStay={() => {
          setCancelling(false)
          blocker.stay()
        }}
        onLeave={() => {
          if (isCancelling) state.deleteDraft()
          blocker.leave()
        }}
      />
    </FormShell>
  )
}

interface BarProps {
  title: string
  /** The label of the button that saves. */
  saveLabel: string
  isSaving: boolean
  /** Why the last save failed. */
  problem: Problem | undefined
  /** The title of the failure, such as that nothing was saved. */
  failureTitle: string
  /** The reason of the failure; by default the problem's own text. */
  reason?: string | undefined
  onCancel: () => void
}

function FormBar({ title, saveLabel, isSaving, problem, failureTitle, reason, onCancel }: BarProps) {
  const signedIn = useConfig()?.signIn.signedIn
  // When the sign-in has expired, the page itself offers to sign in again.
  const isShown = problem && !(problem.needsSignIn && !signedIn)
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        <div className={styles.buttons}>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={isSaving}>
            {saveLabel}
          </Button>
        </div>
      </div>
      {isShown && (
        <Notice kind="error" title={failureTitle}>
          {t('reasonAndInputKept', { reason: reason ?? problem.text })}
        </Notice>
      )}
    </div>
  )
}

interface LeaveDialogProps {
  blocker: NavigationBlocker
  /** True when leaving discards the changes: on Cancel, or when the browser stores no draft. */
  discards: boolean
  onStay: () => void
  onLeave: () => void
}

const LeaveDialog = ({ blocker, discards, onStay, onLeave }: LeaveDialogProps) => (
  <ConfirmDialog
    role="dialog"
    open={blocker.asking}
    onClose={onStay}
    title={t('leaveWithoutSaving')}
    cancel={t('keepEditing')}
    confirm={t('leave')}
    onConfirm={onLeave}
  >
    <p>{discards ? t('changesDiscarded') : t('changesStoredAsDraft')}</p>
  </ConfirmDialog>
)
