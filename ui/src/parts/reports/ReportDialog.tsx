// Reports a problem: tapping a kind sends the report, 'Write more' shows a form. The input stays when sending fails.

import parts from 'messages:en/parts'
import messages from 'messages:en/report'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { asProblem } from '../../api/problem'
import { type ReportKind, sendReport } from '../../api/reports'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Dialog } from '../../components/page/Dialog'
import { FormShell } from '../../formkit/FormShell'
import { useText } from '../../i18n/useText'
import styles from './ReportDialog.module.css'
import { ReportFailure } from './ReportFailure'
import { KindButtons, ReportFields, SubjectFields } from './ReportFields'
import { defaultVersion, type ReportValues, subjectOf, toReport } from './reportForm'
import type { ReportSubject } from './reportSubject'

/** The errors of fields that the server reports, as the keys of their messages. */
const fieldMessages = { text: 'textTooLong', email: 'emailInvalid' } as const

const isShownField = (field: string): field is keyof typeof fieldMessages => field in fieldMessages

interface Props {
  subjects: readonly [ReportSubject, ...ReportSubject[]]
  language: string | null
  open: boolean
  onClose: () => void
  /** Called when the dialog has been closed after a report was sent. */
  onSentClosed: () => void
}

export default function ReportDialog({ subjects, language, open, onClose, onSentClosed }: Props) {
  const t = useText(messages)
  const common = useText(parts)
  const formId = useId()
  const [first] = subjects
  const form = useForm<ReportValues>({
    defaultValues: { about: first.id, kind: '', lang: defaultVersion(first.versions, language), text: '', email: '' },
  })
  const [writesMore, setWritesMore] = useState(false)
  const sending = useSingleMutation({
    mutationFn: (values: ReportValues) => sendReport(toReport(subjectOf(subjects, values), values)),
    onError: (error) => {
      const fields = asProblem(error).fieldErrors.flatMap(({ field }) => (isShownField(field) ? [field] : []))
      // A field accepts an error only once it is rendered.
      if (fields.length > 0) flushSync(() => setWritesMore(true))
      for (const field of fields) form.setError(field, { message: fieldMessages[field] }, { shouldFocus: true })
    },
  })
  const send = (values: ReportValues) => sending.mutate(values)
  const choose = (kind: ReportKind) => {
    form.setValue('kind', kind)
    if (kind === 'other') setWritesMore(true)
    else void form.handleSubmit(send)()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        if (sending.isSuccess) onSentClosed()
      }}
      title={t('title')}
      footer={
        sending.isSuccess ? (
          // Replaces the pressed button and gets its focus; the key makes it a new element.
          <Button key="close" autoFocus variant="primary" onClick={onClose}>
            {common('close')}
          </Button>
        ) : (
          <Footer
            formId={formId}
            writesMore={writesMore}
            busy={sending.isPending}
            onMore={() => setWritesMore(true)}
            onClose={onClose}
          />
        )
      }
    >
      {sending.isSuccess ? (
        <Notice kind="success" title={t('sent')}>
          {t('sentHint')}
        </Notice>
      ) : (
        <FormShell id={formId} form={form} className={styles.form} busy={sending.isPending} onSubmit={send}>
          {sending.isError && <ReportFailure problem={asProblem(sending.error)} />}
          <SubjectFields form={form} subjects={subjects} language={language} />
          {writesMore ? (
            <ReportFields form={form} />
          ) : (
            <KindButtons
              sending={sending.isPending ? (sending.variables.kind as ReportKind) : null}
              onChoose={(kind) => !sending.isPending && choose(kind)}
            />
          )}
          <p className={styles.note}>{t('careTeam')}</p>
        </FormShell>
      )}
    </Dialog>
  )
}

interface FooterProps {
  formId: string
  writesMore: boolean
  busy: boolean
  onMore: () => void
  onClose: () => void
}

function Footer({ formId, writesMore, busy, onMore, onClose }: FooterProps) {
  const t = useText(messages)
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
      {writesMore ? (
        <Button key="send" type="submit" form={formId} variant="primary" busy={busy}>
          {t('send')}
        </Button>
      ) : (
        <Button key="more" onClick={onMore}>
          {t('details')}
        </Button>
      )}
    </>
  )
}
