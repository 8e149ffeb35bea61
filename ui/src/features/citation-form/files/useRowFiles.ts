// The files of the form's rows: uploads, and what becomes of a row when one succeeds.
import t from 'messages:staff/files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { Citation, RevisionDate } from '../../../api/catalogue/citations'
import { type UploadedFile, uploadFile } from '../../../api/catalogue/fileChanges'
import { fileQuery, useFileLimits } from '../../../api/catalogue/files'
import { asProblem, Problem } from '../../../api/problem'
import { announce } from '../../../components/feedback/Notice'
import { isOlderThanEnglish, latestRevision, today } from '../../../lib/dates/dates'
import { fileFacts, tooLarge } from '../../../lib/files/fileFacts'
import { isEnglish } from '../../../lib/text/languages'
import { sameValue } from '../../../lib/text/sameValue'
import { type FormValues, type LanguageRow, mergeRevisions, type RowFile, toFormValues, toRowFile } from '../formValues'
import { MAX_PAGES, MAX_VERSION_TITLE, rowId } from '../validation'
import type { ChosenFile } from './placeFiles'

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

const pagesText = (file: RowFile | null) => (file?.pages && file.pages <= MAX_PAGES ? String(file.pages) : '')

/**
 * The row with this file. A replaced file proposes `today` as the revision date, unless another was entered; the number of pages
 * follows the file, unless a person has set another; `title`, the file's own, is proposed as that of a version without one.
 */
export function withFile(row: LanguageRow, file: RowFile, today: string, title: string | null = null): LanguageRow {
  if (row.file?.digest === file.digest) return { ...row, file: { ...row.file, name: file.name }, upload: null }
  const former = row.former ?? row.file
  const pages = row.pages.trim()
  return {
    ...row,
    file,
    former: former?.digest === file.digest ? null : former,
    upload: null,
    revisionDate: former && row.revisionDate === '' ? today : row.revisionDate,
    pages: pages === '' || pages === pagesText(row.file) ? pagesText(file) : row.pages,
    title: row.title.trim() === '' ? (title ?? '').slice(0, MAX_VERSION_TITLE) : row.title,
  }
}

/** The row with its link instead of its file. */
export const withLink = (row: LanguageRow): LanguageRow => ({
  ...row,
  file: null,
  former: row.former ?? row.file,
  upload: null,
})

/** The row with its former file, as if it had not been replaced. */
export function withFormerFile(row: LanguageRow, today: string): LanguageRow {
  const { file, former, pages, revisionDate } = row
  return {
    ...row,
    file: former,
    former: null,
    revisionDate: file && revisionDate === today ? '' : revisionDate,
    pages: file && pages === pagesText(file) ? pagesText(former) : pages,
  }
}

/** The rows after the link `url` was stored: `before` and `saved` are the citation until and since then. */
export function withStoredLink(
  rows: readonly LanguageRow[],
  url: string,
  before: Pick<Citation, 'languages'> | null,
  saved: Citation,
): LanguageRow[] {
  const stored = toFormValues(saved).languages
  const next = [...rows]
  // A language may have several versions, so that only the position says which of them had the link.
  before?.languages.forEach((version, n) => {
    const taken = stored[n]
    if (version.file || version.url !== url || !taken?.file) return
    const hasLink = (row: LanguageRow) => row.url.trim() === url && !row.file
    const inLanguage = next.findIndex((row) => hasLink(row) && sameValue(row.lang, version.lang))
    const at = inLanguage < 0 ? next.findIndex(hasLink) : inLanguage
    const row = next[at]
    if (!row) return
    next[at] = { ...row, url: '', file: taken.file, pages: row.pages.trim() === '' ? taken.pages : row.pages }
  })
  return next
}

/** Whether the file of the row replaces another one. */
export const isReplaced = ({ file, former }: LanguageRow) => file !== null && former !== null

/** Whether the row will be older than the English version once the form is saved. */
export function willBeOlderThanEnglish(
  row: LanguageRow,
  rows: readonly LanguageRow[],
  stored: readonly RevisionDate[],
) {
  if (row.lang === '' || isEnglish(row.lang)) return false
  const revisions = mergeRevisions(stored, rows)
  if (latestRevision(revisions, row.lang) !== undefined) return isOlderThanEnglish(revisions, row.lang)
  const isEnglishNew = rows.some((other) => isEnglish(other.lang) && isReplaced(other))
  return isEnglishNew && row.file !== null && !row.file.withdrawn && !isReplaced(row)
}

/** More would leave no connection for the other calls of the page. */
const MAX_RUNNING = 3

/** The uploads of a form: a few at a time, each with its progress, cancelled or tried again one by one. */
export interface Upload {
  file: File
  /** `refused` before anything was sent. */
  state: 'waiting' | 'running' | 'failed' | 'refused'
  /** The bytes sent so far. */
  sent: number
  problem: Problem | null
}

interface Uploads {
  /** By ID; finished and cancelled ones are removed. */
  current: () => ReadonlyMap<string, Upload>
  subscribe: (listener: () => void) => () => void
  /** Starts an upload, or refuses it with a reason; returns its ID. */
  start: (file: File, refusal: Problem | null) => string
  /** Starts a failed upload again. */
  retry: (id: string) => void
  /** Cancels or removes an upload. */
  cancel: (id: string) => void
}

interface Events {
  /** Called with each upload that has succeeded, before its end is rendered. */
  onStored: (id: string, stored: UploadedFile) => void
  /** Called with each upload that has failed, before it is rendered. */
  onFailed: (id: string) => void
  /** Called when none is running any more, with the results since the last call. */
  onIdle: (results: { stored: UploadedFile[]; failed: number }) => void
}

function createUploads({ onStored, onFailed, onIdle }: Events): Uploads {
  let uploads: ReadonlyMap<string, Upload> = new Map()
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()
  let results: Parameters<Events['onIdle']>[0] = { stored: [], failed: 0 }
  let lastId = 0

  const change = (id: string, next: Upload | null) => {
    const changed = new Map(uploads)
    if (next) changed.set(id, next)
    else changed.delete(id)
    uploads = changed
    for (const listener of listeners) listener()
  }
  const update = (id: string, fields: Partial<Upload>) => {
    const known = uploads.get(id)
    if (known) change(id, { ...known, ...fields })
  }
  const startNext = () => {
    for (const [id, { state }] of uploads) {
      if (running.size >= MAX_RUNNING) return
      if (state === 'waiting') void run(id)
    }
    if (running.size > 0 || results.stored.length + results.failed === 0) return
    const finished = results
    results = { stored: [], failed: 0 }
    onIdle(finished)
  }
  async function run(id: string) {
    const upload = uploads.get(id)
    if (!upload) return
    const controller = new AbortController()
    running.set(id, controller)
    update(id, { state: 'running', sent: 0, problem: null })
    const onProgress = (sent: number) => update(id, { sent })
    try {
      const stored = await uploadFile(upload.file, { onProgress, signal: controller.signal })
      if (!controller.signal.aborted) {
        change(id, null)
        results.stored.push(stored)
        onStored(id, stored)
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        update(id, { state: 'failed', problem: asProblem(error) })
        results.failed++
        onFailed(id)
      }
    }
    // A retry may have started meanwhile.
    if (running.get(id) === controller) running.delete(id)
    startNext()
  }
  return {
    current: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: (file, refusal) => {
      // A draft may have the ID of an upload before a reload.
      const id = `${Date.now()}-${++lastId}`
      change(id, { file, state: refusal ? 'refused' : 'waiting', sent: 0, problem: refusal })
      startNext()
      return id
    },
    retry: (id) => {
      update(id, { state: 'waiting' })
      startNext()
    },
    cancel: (id) => {
      running.get(id)?.abort()
      running.delete(id)
      change(id, null)
      startNext()
    },
  }
}
