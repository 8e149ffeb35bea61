// Asks for a handout in another format: which one, and how to answer. The input stays when sending fails.
import parts from 'messages:en/parts'
import messages from 'messages:en/report'
import { useForm } from 'react-hook-form'
import { asProblem } from '../../api/problem'
import { sendReport, type WantedFormat, wantedFormats } from '../../api/reports'
import { useSingleMutation } from '../../api/useSingleMutation'
import { TextArea, TextField } from '../../components/form/TextField'
import { FormDialog } from '../../formkit/FormDialog'
import { useText } from '../../i18n/useText'
import type { WantedVersion } from './OtherFormat'
import styles from './ReportDialog.module.css'
import { isEmail, ReportFailure, textError } from './reportForm'

const formatKeys = {
  largePrint: 'formatLargePrint',
  plainText: 'formatPlainText',
  braille: 'formatBraille',
  readAloud: 'formatReadAloud',
} as const satisfies Record<WantedFormat, string>

interface Values {
  format: WantedFormat
  text: string
  email: string
}

interface Props extends WantedVersion {
  open: boolean
  onClose: () => void
  /** Called when the dialog has been closed after a report was sent. */
  onSentClosed: () => void
}

export default function OtherFormatDialog({ citation, lang, open, onClose, onSentClosed }: Props) {
  const t = useText(messages)
  const common = useText(parts)
  const form = useForm<Values>({ defaultValues: { format: 'largePrint', text: '', email: '' } })
  const { errors } = form.formState
  const sending = useSingleMutation({
    mutationFn: ({ format, text, email }: Values) =>
      sendReport({ citation, lang, kind: 'format', format, text: text.trim() || null, email: email.trim() || null }),
  })
  const isReachable = () => form.getValues('email').trim() !== '' || form.getValues('text').trim() !== ''
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        if (sending.isSuccess) onSentClosed()
      }}
      title={t('formatTitle')}
      cancel={t('cancel')}
      cancelVariant="quiet"
      submit={t('formatSend')}
      result={
        sending.isSuccess && {
          close: common('close'),
          kind: 'success',
          title: t('formatSent'),
          children: t('formatSentHint'),
        }
      }
      form={form}
      className={styles.form}
      busy={sending.isPending}
      onSubmit={(values) => sending.mutate(values)}
    >
      {sending.isError && <ReportFailure problem={asProblem(sending.error)} />}
      <fieldset className={styles.section}>
        <legend className={styles.legend}>{t('formatWhich')}</legend>
        <div className={styles.kinds}>
          {wantedFormats.map((format) => (
            <label key={format} className={styles.kind}>
              <input type="radio" value={format} {...form.register('format')} />
              <span>{t(formatKeys[format])}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        {...form.register('email', {
          validate: (email) => (isEmail(email) ? isReachable() || 'unreachable' : 'emailInvalid'),
        })}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        label={t('email')}
        hint={t('emailHint')}
        error={errors.email && t(errors.email.message === 'unreachable' ? 'formatUnreachable' : 'emailInvalid')}
      />
      <TextArea
        {...form.register('text', { validate: (text) => textError(text, 'format') ?? true })}
        label={t('textOptional')}
        hint={t('formatTextHint')}
        error={errors.text && t('textTooLong', { max: 1_000 })}
        dir="auto"
        rows={3}
      />
    </FormDialog>
  )
}
