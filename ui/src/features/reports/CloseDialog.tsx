// Closes a report with a note. The note is emailed if an address was given; the input stays when closing fails.

import t from 'messages:staff/reports'
import { useForm } from 'react-hook-form'
import { asProblem } from '../../api/problem'
import type { ProblemReport } from '../../api/reports'
import { TextArea } from '../../components/form/TextField'
import { useLastShown } from '../../components/page/Dialog'
import { FormDialog } from '../../formkit/FormDialog'
import { fieldOf } from '../../formkit/FormShell'
import styles from './ReportsPage.module.css'
import type { useReportChanges } from './useReportChanges'

const MAX_NOTE_LENGTH = 2_000

interface Props {
  /** The report to close; null when the dialog is closed. */
  report: ProblemReport | null
  /** Whether the server can email the note. */
  mailsReplies: boolean
  closing: ReturnType<typeof useReportChanges>['closing']
  onClose: () => void
}

export function CloseDialog({ report, mailsReplies, closing, onClose }: Props) {
  const form = useForm({ defaultValues: { note: '' } })
  const [shown, drop] = useLastShown(report)
  if (shown === null) return null
  const { email, title } = shown
  const isMailed = mailsReplies && email !== null && form.watch('note').trim() !== ''
  const hint = email === null ? t('noteShown') : t(mailsReplies ? 'noteMailed' : 'noteNotMailed', { email })
  return (
    <FormDialog
      open={report !== null}
      onClose={onClose}
      onClosed={() => {
        drop()
        form.reset()
      }}
      title={t('closeQuestion')}
      cancel={t('cancel')}
      submit={t(isMailed ? 'closeAndMail' : 'closeReport')}
      form={form}
      className={styles.form}
      busy={closing.isPending}
      failure={closing.isError ? { title: t('notClosed'), detail: asProblem(closing.error).text } : null}
      onSubmit={({ note }) => closing.mutate({ report: shown, note: note.trim() }, { onSuccess: onClose })}
    >
      <p dir="auto" className={styles.closing}>
        {title}
      </p>
      <TextArea
        {...fieldOf(form, 'note', {
          validate: (note) => [...note.trim()].length <= MAX_NOTE_LENGTH || t('noteTooLong', { max: MAX_NOTE_LENGTH }),
        })}
        label={t('note')}
        hint={hint}
        rows={4}
      />
    </FormDialog>
  )
}
