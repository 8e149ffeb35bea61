// The form that adds or edits a record: a sticky bar with title, Cancel and Save, the restored draft, the fields, and the dialogs
// about conflicts and leaving.
import t from 'messages:staff/forms'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useConfig } from '../api/config'
import { asProblem, type Problem } from '../api/problem'
import { Button } from '../components/buttons/Button'
import { LoadingFailure } from '../components/feedback/LoadingFailure'
import { ErrorNotice, Notice } from '../components/feedback/Notice'
import { Overlay } from '../components/feedback/Overlay'
import { ConfirmDialog, Dialog } from '../components/page/Dialog'
import layout from '../components/page/Page.module.css'
import { focusHeading, PageHeading, useTitle } from '../components/page/PageHeading'
import { dayAndTime } from '../lib/dates/dates'
import { type NavigationBlocker, useNavigationBlocker } from '../lib/useNavigationBlocker'
import conflictDialogStyles from './ConflictDialog.module.css'
import { FormShell } from './FormShell'
import { ProblemNotice } from './ProblemNotice'
import styles from './RecordForm.module.css'
import type { RecordFormState, RecordVersion } from './useRecordForm'

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
      <ErrorNotice title={failureTitle} text={isShown && t('reasonAndInputKept', { reason: reason ?? problem.text })} />
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

interface ConflictDialogProps<Base, Answer, Key extends QueryKey> {
  title: string
  /** Loads the latest version. */
  newest: UseQueryOptions<Answer, Error, RecordVersion<Base>, Key>
  /** The labels of the fields that differ between the version that editing started from and the latest one. */
  changedLabels: (newest: Base) => readonly string[]
  /** Discards the input and shows the latest version. */
  onDiscard: () => void
  /** Keeps the input; the next save replaces the latest version. */
  onKeep: (newest: RecordVersion<Base>) => void
  /** Returns to the form without a decision. */
  onClose: () => void
}

/** Shown when somebody else has saved the same record: the fields they changed, and the choices. */
function ConflictDialog<Base, Answer, Key extends QueryKey>(props: ConflictDialogProps<Base, Answer, Key>) {
  const { title, changedLabels, onDiscard, onKeep, onClose } = props
  const newest = useQuery(props.newest)
  const { data } = newest
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('backToForm')}</Button>
          {data && (
            <>
              <Button variant="danger" onClick={onDiscard}>
                {t('discardMyChanges')}
              </Button>
              <Button variant="primary" data-autofocus onClick={() => onKeep(data)}>
                {t('keepMyChanges')}
              </Button>
            </>
          )}
        </>
      }
    >
      <p>{t('changesNotSavedYet')}</p>
      <ProblemNotice title={t('otherPersonsChangesNotLoaded')} call={newest} />
      {newest.isPending && <p role="status">{t('loadingOtherPersonsChanges')}</p>}
      {data && <Changes labels={changedLabels(data.base)} />}
    </Dialog>
  )
}

const Changes = ({ labels }: { labels: readonly string[] }) => (
  <>
    <p>{t('changedFields')}</p>
    <ul className={conflictDialogStyles.fields}>
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
      {labels.length === 0 && <li>{t('otherFields')}</li>}
    </ul>
    <p>{t('keepHint')}</p>
  </>
)

interface LoadedRecordProps<Answer, Key extends QueryKey> {
  query: UseQueryOptions<Answer, Error, Answer, Key>
  /** The heading when the record could not be loaded. */
  failure: string
  /** The title of the page, the headings for statuses of records that do not exist, and what to do then. */
  missing: { title: string; headings: Readonly<Record<number, string>>; hint: ReactNode }
  /** The form. It gets the newest version, which later loads do not replace while the person is typing. */
  children: (answer: Answer, reload: () => Promise<unknown>) => ReactNode
}

/** Loads the content of a record's form. */
export function LoadedRecord<Answer, Key extends QueryKey>({
  query,
  failure,
  missing,
  children,
}: LoadedRecordProps<Answer, Key>) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  if (data !== undefined && isFetchedAfterMount) return children(data, refetch)
  if (!error) return <Loading />
  const problem = asProblem(error)
  const heading = missing.headings[problem.status]
  if (heading) return <Missing title={missing.title} heading={heading} hint={missing.hint} />
  return <LoadingFailure heading={failure} problem={problem} onRetry={() => void refetch()} />
}

function Loading() {
  useTitle(t('loading'), true)
  return (
    <div role="status">
      <h1 className={styles.loading}>{t('loading')}</h1>
    </div>
  )
}

function Missing({ title, heading, hint }: { title: string; heading: string; hint: ReactNode }) {
  useTitle(title, true)
  return (
    <div className={layout.section}>
      <PageHeading>{heading}</PageHeading>
      {hint}
    </div>
  )
}
