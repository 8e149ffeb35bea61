// Asks for the note of a review or for the new reviewer, for one or several citations.
import t from 'messages:staff/reviews'
import { useForm } from 'react-hook-form'
import type { ReviewEntry, ReviewProgress } from '../../api/maintenance/reviews'
import { TextArea } from '../../components/form/TextField'
import { useQuestion } from '../../components/page/Dialog'
import { ComboboxField } from '../../formkit/ComboboxField'
import { FormDialog } from '../../formkit/FormDialog'
import { required } from '../../formkit/FormShell'
import styles from './ReviewPage.module.css'

/** The action to confirm, with its citations. */
export interface Question {
  action: ReviewProgress['action']
  entries: readonly ReviewEntry[]
}

interface Props {
  /** Null while the dialog is closed. */
  question: Question | null
  reviewers: readonly string[]
  /** Why the last attempt failed. */
  failure: string | null
  busy: boolean
  onClose: () => void
  onAnswer: (question: Question, answer: { reviewer: string; note: string }) => void
}

const titleOf = ({ action, entries }: Question) => {
  const what = entries.length === 1 ? (entries[0]?.title ?? '') : t('countCitations', { count: entries.length })
  return action === 'reviewer' ? t('setReviewerOfWhat', { what }) : t('markWhatAsReviewedToday', { what })
}

export function ReviewDialog({ question, reviewers, failure, busy, onClose, onAnswer }: Props) {
  const form = useForm({ defaultValues: { reviewer: '', note: '' } })
  const [shown, dialog] = useQuestion(question, form)
  if (shown === null) return null
  const setsReviewer = shown.action === 'reviewer'
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={titleOf(shown)}
      cancel={t('back')}
      submit={setsReviewer ? t('setReviewer') : t('markAsReviewed')}
      form={form}
      className={styles.form}
      busy={busy}
      failure={failure === null ? null : { title: t('nothingChanged'), detail: failure }}
      onSubmit={({ reviewer, note }) => onAnswer(shown, { reviewer: setsReviewer ? reviewer : '', note: note.trim() })}
    >
      {setsReviewer && (
        <ComboboxField
          form={form}
          name="reviewer"
          validate={required(t('reviewerRequired'))}
          shouldUnregister
          label={t('reviewer')}
          required
          creatable
          options={reviewers}
        />
      )}
      <TextArea {...form.register('note')} label={t('note')} hint={t('noteHint')} rows={3} maxLength={2_000} />
    </FormDialog>
  )
}
