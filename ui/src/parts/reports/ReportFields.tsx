// The fields of a report: what it is about, and what is wrong, as buttons that send it or as a form to write more.
import messages from 'messages:en/report'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { maxReportText, type ReportKind, reportKinds } from '../../api/reports'
import { Spinner } from '../../components/feedback/Spinner'
import { FieldError } from '../../components/form/Field'
import { SelectField, TextArea, TextField } from '../../components/form/TextField'
import { useText } from '../../i18n/useText'
import { useLanguageName, useSortedLanguages } from '../language/LanguageName'
import styles from './ReportDialog.module.css'
import { defaultVersion, isEmail, type ReportValues, subjectOf, textError } from './reportForm'
import type { ReportSubject } from './reportSubject'

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
export function SubjectFields({ form, subjects, language }: SubjectProps) {
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
        <SelectField {...about} label={t('about')}>
          {subjects.map(({ id, kind, title }) => (
            <option key={id} value={id}>
              {kind === 'packet' ? t('wholePacket') : title}
            </option>
          ))}
        </SelectField>
      )}
      {versions.length > 1 && (
        <SelectField {...form.register('lang')} label={t('language')}>
          <option value="">{t('noLanguage')}</option>
          {sorted(versions.map(({ lang }) => lang)).map((lang) => (
            <option key={lang} value={lang}>
              {nameOf(lang)}
            </option>
          ))}
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

export function KindButtons({ sending, onChoose }: KindProps) {
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
export function ReportFields({ form }: FormProps) {
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
