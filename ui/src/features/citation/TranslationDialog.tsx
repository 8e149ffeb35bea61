// Asks for a citation in the reader's language. What was typed stays when it cannot be sent.

import parts from 'messages:en/parts'
import messages from 'messages:en/translation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Citation, citationQuery } from '../../api/citations'
import type { ReadableLanguage } from '../../api/languages'
import { asProblem } from '../../api/problem'
import { requestTranslation } from '../../api/translations'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { TextArea } from '../../components/TextField'
import { useText } from '../../i18n/useText'
import { OwnName } from '../../session/LanguageName'
import styles from './TranslationDialog.module.css'

const maxNote = 1_000

interface Props {
  citation: Citation
  language: ReadableLanguage
  open: boolean
  onClose: () => void
  /** Called when the dialog is gone, with whether the request is there now. */
  onClosed: (sent: boolean) => void
}

export default function TranslationDialog({ citation, language, open, onClose, onClosed }: Props) {
  const t = useText(messages)
  const common = useText(parts)
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const sending = useMutation({
    mutationFn: () => requestTranslation({ citation: citation.id, lang: language.tag, note: note.trim() || null }),
  })
  /** Somebody has added the version in the meantime: the page shows it soon, instead of the control that opened this. */
  const isThereAlready = sending.error !== null && asProblem(sending.error).status === 422
  const close = () => {
    onClose()
    if (isThereAlready) void client.invalidateQueries(citationQuery(citation.id))
  }
  const tooLong = [...note.trim()].length > maxNote
  return (
    <Dialog
      open={open}
      onClose={close}
      onClosed={() => onClosed(sending.isSuccess)}
      title={t('request')}
      focusAfter={() => (isThereAlready ? document.querySelector('h1') : null)}
      footer={
        sending.isSuccess ? (
          // It replaces the control that was pressed, and takes its focus; with a key, so that it is no Cancel under another name.
          <Button key="close" autoFocus variant="primary" onClick={close}>
            {common('close')}
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={close}>
              {t('cancel')}
            </Button>
            <Button variant="primary" busy={sending.isPending} onClick={() => tooLong || sending.mutate()}>
              {t('send')}
            </Button>
          </>
        )
      }
    >
      {sending.isSuccess ? (
        <Notice kind="success" title={t(sending.data ? 'sent' : 'sentBefore')}>
          {t('sentHint')}
        </Notice>
      ) : (
        <div className={styles.form}>
          <p>
            {t.rich('what', {
              title: () => <bdi className={styles.title}>{citation.title}</bdi>,
              name: () => <OwnName language={language} />,
            })}
          </p>
          <TextArea
            label={t('note')}
            hint={t('noteHint')}
            error={tooLong ? t('noteTooLong', { max: maxNote }) : undefined}
            rows={3}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          {sending.isError && (
            <Notice kind="error" title={t('notSent')}>
              {t(hintOf(asProblem(sending.error).status))}
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** What to do after a failure. */
function hintOf(status: number) {
  if (status === 0) return 'checkConnection'
  if (status === 401) return 'signInEnded'
  return status === 422 ? 'thereAlready' : 'tryLater'
}
