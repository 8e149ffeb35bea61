// Reports a problem: tapping a kind sends the report, 'Write more' shows a form. The input stays when sending fails.
import parts from 'messages:en/parts'
import messages from 'messages:en/report'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { asProblem } from '../../api/problem'
import { maxReportText, type ReportKind, reportKinds, sendReport } from '../../api/reports'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button, Spinner } from '../../components/buttons/Button'
import { FieldError, SelectField, TextArea, TextField } from '../../components/form/TextField'
import { FormDialog } from '../../formkit/FormDialog'
import { useText } from '../../i18n/useText'
import { useLanguageName, useSortedLanguages } from '../language/LanguageName'
import styles from './ReportDialog.module.css'
import type { ReportSubject } from './ReportProblem'
import { defaultVersion, isEmail, ReportFailure, type ReportValues, subjectOf, textError, toReport } from './reportForm'

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
    <FormDialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        if (sending.isSuccess) onSentClosed()
      }}
      title={t('title')}
      cancel={t('cancel')}
      cancelVariant="quiet"
      submit={writesMore && t('send')}
      instead={<Button onClick={() => setWritesMore(true)}>{t('details')}</Button>}
      result={
        sending.isSuccess && {
          close: common('close'),
          kind: 'success',
          title: t('sent'),
          children: t('sentHint'),
        }
      }
      form={form}
      className={styles.form}
      busy={sending.isPending}
      onSubmit={send}
    >
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
    </FormDialog>
  )
}

const kindKeys = {
  link: 'kindLink',
  outdated: 'kindOutdated',
  wrong: 'kindWrong',
  translation: 'kindTranslation',
  hard: 'kindHard',
  other: 'kindOther',
} as const satisfies Record<ReportKind, string>

interface FormProps {
  form: UseFormReturn<ReportValues>
}

interface SubjectProps extends FormProps {
  subjects: readonly [ReportSubject, ...ReportSubject[]]
  /** The tag of the language to preselect. */
  language: string | null
}

/** Which handout and which language version; each only where there is a choice. */
function SubjectFields({ form, subjects, language }: SubjectProps) {
  const t = useText(messages)
  const nameOf = useLanguageName()
  const sorted = useSortedLanguages()
  const { versions } = subjectOf(subjects, { about: form.watch('about') })
  const about = form.register('about', {
    onChange: () => form.setValue('lang', defaultVersion(subjectOf(subjects, form.getValues()).versions, language)),
  })
  return (
    <>
      {subjects.length > 1 && (
        <SelectField
          {...about}
          label={t('about')}
          options={subjects.map(({ id, kind, title }) => [id, kind === 'packet' ? t('wholePacket') : title])}
        />
      )}
      {versions.length > 1 && (
        <SelectField
          {...form.register('lang')}
          label={t('language')}
          options={sorted(versions.map(({ lang }) => lang)).map((lang) => [lang, nameOf(lang)])}
        >
          <option value="">{t('noLanguage')}</option>
        </SelectField>
      )}
    </>
  )
}

interface KindProps {
  /** The kind that is being sent. */
  sending: ReportKind | null
  onChoose: (kind: ReportKind) => void
}

function KindButtons({ sending, onChoose }: KindProps) {
  const t = useText(messages)
  return (
    <div className={styles.section}>
      <p id="report-kinds">{t('intro')}</p>
      <ul className={styles.kinds} aria-labelledby="report-kinds">
        {reportKinds.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={styles.kind}
              data-autofocus={kind === reportKinds[0] || undefined}
              aria-disabled={sending !== null || undefined}
              onClick={() => onChoose(kind)}
            >
              <span>{t(kindKeys[kind])}</span>
              {sending === kind && <Spinner />}
            </button>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {sending !== null && t('sending')}
      </p>
    </div>
  )
}

/** The form to write more. The focus moves into it when it replaces the buttons. */
function ReportFields({ form }: FormProps) {
  const t = useText(messages)
  const kind = form.watch('kind')
  return (
    <>
      <Controller
        control={form.control}
        name="kind"
        rules={{ validate: (value) => value !== '' || t('kindRequired') }}
        render={({ field, fieldState: { error } }) => (
          <fieldset className={styles.section}>
            <legend className={styles.legend}>{t('kind')}</legend>
            <div className={styles.kinds}>
              {reportKinds.map((one, n) => (
                <label key={one} className={styles.kind}>
                  <input
                    type="radio"
                    name={field.name}
                    ref={n === 0 ? field.ref : undefined}
                    // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
                    autoFocus={kind === '' && n === 0}
                    value={one}
                    checked={one === field.value}
                    aria-describedby={error ? 'report-kind-error' : undefined}
                    onChange={() => {
                      field.onChange(one)
                      form.clearErrors('text')
                    }}
                  />
                  <span>{t(kindKeys[one])}</span>
                </label>
              ))}
            </div>
            {error?.message && <FieldError id="report-kind-error">{error.message}</FieldError>}
          </fieldset>
        )}
      />
      <Details form={form} />
    </>
  )
}

function Details({ form }: FormProps) {
  const t = useText(messages)
  const { errors } = form.formState
  const kind = form.watch('kind')
  const message = errors.text?.message
  return (
    <>
      <TextArea
        {...form.register('text', { validate: (text) => textError(text, form.getValues('kind')) ?? true })}
        label={t(kind === 'other' ? 'text' : 'textOptional')}
        required={kind === 'other'}
        hint={t('textHint')}
        error={message === 'textRequired' ? t('textRequired') : message && t('textTooLong', { max: maxReportText })}
        dir="auto"
        rows={3}
        autoFocus={kind !== ''}
      />
      <TextField
        {...form.register('email', { validate: (email) => isEmail(email) || 'emailInvalid' })}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        label={t('email')}
        hint={t('emailHint')}
        error={errors.email && t('emailInvalid')}
      />
    </>
  )
}
