// The files of the form's rows: uploads, and what becomes of a row when one succeeds.
import t from 'messages:staff/files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { UploadedFile } from '../../../api/catalogue/fileChanges'
import { fileQuery, useFileLimits } from '../../../api/catalogue/files'
import { Problem } from '../../../api/problem'
import { announce } from '../../../components/feedback/StatusLine'
import { today } from '../../../lib/dates/dates'
import { fileFacts, tooLarge } from '../../../lib/files/fileFacts'
import { isEnglish } from '../../../lib/text/languages'
import { sameValue } from '../../../lib/text/sameValue'
import { type FormValues, type LanguageRow, toRowFile } from '../formValues'
import { rowId } from '../validation'
import type { ChosenFile } from './chosenFiles'
import { isReplaced, withFile, withFormerFile, withLink } from './rowFiles'
import { createUploads, type Uploads } from './uploads'

/** The first button of a row's file in every state: 'Choose file', 'Cancel', 'Replace file'. */
const buttonOf = (row: number) => document.getElementById(rowId(row, 'file'))

export interface RowFiles {
  /** Each row follows its own: progress must not render the others. */
  uploads: Pick<Uploads, 'current' | 'subscribe'>
  /** What the server said about the name of an uploaded file. */
  noticesOf: (digest: string) => readonly string[]
  /** Uploads a file for a row, instead of an earlier upload. */
  choose: (row: number, chosen: ChosenFile) => void
  cancel: (row: number) => void
  retry: (row: number) => void
  toLink: (row: number) => void
  restoreFormer: (row: number) => void
}

export function useRowFiles({ getValues, setValue, clearErrors }: UseFormReturn<FormValues>): RowFiles {
  const client = useQueryClient()
  const { maxMb, types } = useFileLimits()
  const [notices, setNotices] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const rows = () => getValues('languages')
  const indexOf = (id: string) => rows().findIndex(({ upload }) => upload?.id === id)
  const change = (n: number, next: LanguageRow) => {
    for (const part of ['file', 'former', 'upload', 'revisionDate', 'pages', 'title'] as const) {
      setValue(`languages.${n}.${part}`, next[part], { shouldDirty: true })
    }
    clearErrors(`languages.${n}.file`)
  }
  const onStored = (id: string, stored: UploadedFile) => {
    client.setQueryData(fileQuery(stored.digest).queryKey, stored)
    const n = indexOf(id)
    const row = rows()[n]
    if (!row) return
    keepFocus(n, () => {
      setNotices((known) => new Map(known).set(stored.digest, stored.notices))
      change(n, withFile(row, toRowFile(stored), today(new Date()), proposedTitle(row, stored, getValues('title'))))
    })
  }
  const onFailed = (id: string) => keepFocus(indexOf(id), () => {})
  const proposal = ({ digest }: UploadedFile) =>
    rows().some((row) => row.file?.digest === digest && isReplaced(row) && row.revisionDate === today(new Date()))
      ? t('todayProposed')
      : ''
  const onIdle = ({ stored, failed }: { stored: UploadedFile[]; failed: number }) => {
    const [first] = stored
    if (failed > 0 && first) announce(t('uploadedSeveralFailed', { done: stored.length, failed }))
    else if (stored.length > 1) announce(t('uploadedSeveral', { done: stored.length }))
    else if (first)
      announce([t('uploaded', { name: first.name, facts: fileFacts(first, types) }), proposal(first)].join(' ').trim())
  }
  const latest = { onStored, onFailed, onIdle }
  const [events] = useState(latest)
  Object.assign(events, latest)
  const [uploads] = useState(() =>
    createUploads({
      onStored: (...given) => events.onStored(...given),
      onFailed: (id) => events.onFailed(id),
      onIdle: (results) => events.onIdle(results),
    }),
  )

  const cancelUnused = (isUsed: (id: string) => boolean) => {
    for (const id of uploads.current().keys()) if (!isUsed(id)) uploads.cancel(id)
  }
  // External system: the connections. A row may be removed, and the input discarded, during its upload.
  useEffect(() => cancelUnused((id) => rows().some(({ upload }) => upload?.id === id)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is left
  useEffect(() => () => cancelUnused(() => false), [])

  return {
    uploads,
    noticesOf: (digest) => notices.get(digest) ?? [],
    choose: (n, { file, isFolder }) => {
      const { upload } = rows()[n] ?? {}
      if (upload) uploads.cancel(upload.id)
      const refusal = refusalOf(file, isFolder, maxMb)
      // Pasting and dropping leave the focus on the button, which the progress replaces.
      keepFocus(n, () => {
        const id = uploads.start(file, refusal)
        setValue(`languages.${n}.upload`, { id, name: file.name }, { shouldDirty: true })
        clearErrors(`languages.${n}.file`)
      })
      if (!refusal) announce(t('uploadStarted', { name: file.name }))
    },
    cancel: (n) => {
      const { upload } = rows()[n] ?? {}
      if (!upload) return
      const isRunning = ['waiting', 'running'].includes(uploads.current().get(upload.id)?.state ?? '')
      flushSync(() => {
        setValue(`languages.${n}.upload`, null, { shouldDirty: true })
        clearErrors(`languages.${n}.file`)
        uploads.cancel(upload.id)
      })
      if (isRunning) announce(t('uploadCancelled', { name: upload.name }))
      buttonOf(n)?.focus()
    },
    retry: (n) => {
      const { upload } = rows()[n] ?? {}
      if (!upload) return
      flushSync(() => uploads.retry(upload.id))
      buttonOf(n)?.focus()
    },
    toLink: (n) => {
      const row = rows()[n]
      if (row) flushSync(() => change(n, withLink(row)))
      document.getElementById(rowId(n, 'url'))?.focus()
    },
    restoreFormer: (n) => {
      const row = rows()[n]
      if (row) flushSync(() => change(n, withFormerFile(row, today(new Date()))))
      buttonOf(n)?.focus()
    },
  }
}

/** The file's own title, unless it is the catalogue's: an English version has that one anyway. */
function proposedTitle({ lang }: LanguageRow, { title }: UploadedFile, catalogueTitle: string): string | null {
  return isEnglish(lang) || sameValue(title, catalogueTitle) ? null : (title ?? null)
}

/** Renders a change of a row; the focus stays on its first button. */
function keepFocus(row: number, change: () => void) {
  const hadFocus = document.activeElement?.id === rowId(row, 'file')
  flushSync(change)
  if (hadFocus) buttonOf(row)?.focus()
}

/** Why a file is not sent at all. */
function refusalOf({ size }: File, isFolder: boolean, maxMb: number): Problem | null {
  if (isFolder) return new Problem(-1, t('isFolder'), t('isFolderHint'))
  const large = tooLarge(size, maxMb)
  return large === null ? null : new Problem(413, large)
}
