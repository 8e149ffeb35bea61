// Asks for the note of a review or for the new reviewer, for one or several citations.
import { type FormEvent, useId, useState } from 'react'
import type { ReviewEntry, ReviewProgress } from '../../api/maintenance/reviews'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Combobox } from '../../components/form/Combobox'
import { TextArea } from '../../components/form/TextField'
import { Dialog } from '../../components/page/Dialog'
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
  /** Why the last try failed. */
  failure: string | null
  busy: boolean
  onClose: () => void
  onAnswer: (question: Question, answer: { reviewer: string; note: string }) => void
}

const titleOf = ({ action, entries }: Question) => {
  const what = entries.length === 1 ? entries[0]?.title : `${entries.length.toLocaleString('en-US')} citations`
  return action === 'reviewer' ? `Set the reviewer of ${what}` : `Mark ${what} as reviewed today`
}

export function ReviewDialog({ question, reviewers, failure, busy, onClose, onAnswer }: Props) {
  const formId = useId()
  const [note, setNote] = useState('')
  const [reviewer, setReviewer] = useState('')
  const [missing, setMissing] = useState(false)
  const [shown, setShown] = useState<Question | null>(null)
  // The dialog keeps its content while it closes.
  if (question !== null && question !== shown) {
    setShown(question)
    setMissing(false)
  }
  if (shown === null) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (shown.action === 'reviewer' && reviewer === '') {
      setMissing(true)
      event.currentTarget.querySelector('input')?.focus()
    } else onAnswer(shown, { reviewer: shown.action === 'reviewer' ? reviewer : '', note: note.trim() })
  }
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null)
        setNote('')
        setReviewer('')
      }}
      title={titleOf(shown)}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {shown.action === 'reviewer' ? 'Set reviewer' : 'Mark as reviewed'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={submit}>
        {failure && (
          <Notice kind="error" title="Nothing was changed.">
            {failure}
          </Notice>
        )}
        {shown.action === 'reviewer' && (
          <Combobox
            label="Reviewer"
            required
            creatable
            options={reviewers}
            value={reviewer}
            error={missing ? 'Reviewer is required.' : undefined}
            onChange={(next) => {
              setReviewer(next)
              setMissing(false)
            }}
          />
        )}
        <TextArea
          label="Note"
          hint="Optional. It is shown in the history of the citation, which only administrators see."
          rows={3}
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
