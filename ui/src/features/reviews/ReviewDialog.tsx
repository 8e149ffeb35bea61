// Asks for the note of a review or for the new reviewer, for one or several citations.
import messages from 'messages:staff/reviews'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { ReviewEntry, ReviewProgress } from '../../api/maintenance/reviews'
import { Button } from '../../components/buttons/Button'
import { Combobox } from '../../components/form/Combobox'
import { TextArea } from '../../components/form/TextField'
import { Dialog } from '../../components/page/Dialog'
import { FormShell, required } from '../../formkit/FormShell'
import { staffText } from '../../i18n/staffText'
import styles from './ReviewPage.module.css'

const t = staffText(messages)

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
  const formId = useId()
  const form = useForm({ defaultValues: { reviewer: '', note: '' } })
  const [shown, setShown] = useState<Question | null>(null)
  // The dialog keeps its content while it closes.
  if (question !== null && question !== shown) setShown(question)
  if (shown === null) return null
  const setsReviewer = shown.action === 'reviewer'
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null)
        form.reset()
      }}
      title={titleOf(shown)}
      footer={
        <>
          <Button onClick={onClose}>{t('back')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {setsReviewer ? t('setReviewer') : t('markAsReviewed')}
          </Button>
        </>
      }
    >
      <FormShell
        id={formId}
        form={form}
        className={styles.form}
        busy={busy}
        failure={failure === null ? null : { title: t('nothingChanged'), detail: failure }}
        onSubmit={({ reviewer, note }) =>
          onAnswer(shown, { reviewer: setsReviewer ? reviewer : '', note: note.trim() })
        }
      >
        {setsReviewer && (
          <Controller
            control={form.control}
            name="reviewer"
            rules={{ validate: required(t('reviewerRequired')) }}
            shouldUnregister
            render={({ field: { ref, ...field }, fieldState }) => (
              <Combobox
                {...field}
                inputRef={ref}
                label={t('reviewer')}
                required
                creatable
                options={reviewers}
                error={fieldState.error?.message}
              />
            )}
          />
        )}
        <TextArea {...form.register('note')} label={t('note')} hint={t('noteHint')} rows={3} maxLength={2_000} />
      </FormShell>
    </Dialog>
  )
}
