// Requests a citation in the preferred language. The input stays when the request fails.

import parts from 'messages:en/parts'
import messages from 'messages:en/translation'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Citation, citationQuery } from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import type { ChoosableLanguage } from '../../../api/languages'
import { requestTranslation } from '../../../api/maintenance/translations'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Notice } from '../../../components/feedback/Notice'
import { TextArea } from '../../../components/form/TextField'
import { FormDialog } from '../../../formkit/FormDialog'
import { fieldOf } from '../../../formkit/FormShell'
import { useText } from '../../../i18n/useText'
import { OwnName } from '../../../parts/language/LanguageName'
import { SignInExpired } from '../../../session/person/SignInExpired'
import styles from './TranslationDialog.module.css'

const MAX_NOTE_LENGTH = 1_000

interface Props {
  citation: Citation
  language: ChoosableLanguage
  open: boolean
  onClose: () => void
  /** Called when the closing animation ends, with whether the request was sent. */
  onClosed: (sent: boolean) => void
}

export default function TranslationDialog({ citation, language, open, onClose, onClosed }: Props) {
  const t = useText(messages)
  const common = useText(parts)
  const client = useQueryClient()
  const signedIn = useConfig()?.signIn.signedIn
  // The length is checked while typing.
  const form = useForm({ defaultValues: { note: '' }, mode: 'onChange' })
  const sending = useSingleMutation({
    mutationFn: (note: string) =>
      requestTranslation({ citation: citation.id, lang: language.tag, note: note.trim() || null }),
  })
  /** The version has been added meanwhile; the reloaded page shows it instead of the control that opened this dialog. */
  const alreadyExists = sending.error !== null && asProblem(sending.error).status === 422
  const close = () => {
    onClose()
    if (alreadyExists) void client.invalidateQueries(citationQuery(citation.id))
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      onClosed={() => onClosed(sending.isSuccess)}
      title={t('request')}
      focusAfter={() => (alreadyExists ? document.querySelector('h1') : null)}
      cancel={t('cancel')}
      cancelVariant="quiet"
      submit={t('send')}
      result={
        sending.isSuccess && {
          close: common('close'),
          kind: 'success',
          title: t(sending.data ? 'sent' : 'sentBefore'),
          children: t('sentHint'),
        }
      }
      form={form}
      className={styles.form}
      busy={sending.isPending}
      onSubmit={({ note }) => sending.mutate(note)}
    >
      <p>
        {t.rich('what', {
          title: () => <bdi className={styles.title}>{citation.title}</bdi>,
          name: () => <OwnName language={language} />,
        })}
      </p>
      <TextArea
        {...fieldOf(form, 'note', {
          validate: (note) => [...note.trim()].length <= MAX_NOTE_LENGTH || t('noteTooLong', { max: MAX_NOTE_LENGTH }),
        })}
        label={t('note')}
        hint={t('noteHint')}
        rows={3}
      />
      {signedIn ? (
        sending.isError && (
          <Notice kind="error" title={t('notSent')}>
            {t(hintKey(asProblem(sending.error).status))}
          </Notice>
        )
      ) : (
        <SignInExpired />
      )}
    </FormDialog>
  )
}

/** What to do after a failure. */
function hintKey(status: number) {
  if (status === 0) return 'checkConnection'
  if (status === 401) return 'signInExpired'
  return status === 422 ? 'alreadyExists' : 'tryLater'
}
