// Sends the files of a plan: a few at a time, of one citation one after the other. It can be cancelled, and failed files are sent
// again.

import t from 'messages:staff/folder'
import { type LanguageVersion, loadCitation } from '../../../api/catalogue/citations'
import { attachStoredFile, type UploadedFile, uploadFile } from '../../../api/catalogue/fileChanges'
import { asProblem, Problem } from '../../../api/problem'
import { dayOfInstant } from '../../../lib/dates/dates'
import { sameValue } from '../../../lib/text/sameValue'
import type { Destination, PlannedFile } from './plan'
import { digestOf } from './plan'

/** More would leave no connection for the other calls of the page. */
const MAX_RUNNING = 3

export type SendState =
  | { is: 'waiting' }
  | { is: 'sending'; sent: number }
  | { is: 'cancelled' }
  | { is: 'failed'; reason: string }
  | { is: 'done'; outcome: Attached }

export interface FolderRun {
  stateOf: (path: string) => SendState | undefined
  /** How many files are in each state; another object after each change but progress. */
  summary: () => RunSummary
  subscribe: (listener: () => void) => () => void
  start: (files: readonly PlannedFile[], replace: boolean) => void
  /** Stops what is being sent, and what waits. */
  cancel: () => void
  /** Sends failed and cancelled files again. */
  retry: () => void
}

export interface RunSummary {
  total: number
  done: number
  isRunning: boolean
  attached: number
  replaced: number
  unchanged: number
  left: number
  /** Failed and cancelled. */
  failed: number
}

export function createFolderRun(attach = attachFile): FolderRun {
  let files: readonly PlannedFile[] = []
  let replace = false
  let controller = new AbortController()
  const states = new Map<string, SendState>()
  const busy = new Set<string>()
  const listeners = new Set<() => void>()
  let summary = summarize(states)

  const change = (path: string, state: SendState) => {
    const isProgress = states.get(path)?.is === 'sending' && state.is === 'sending'
    states.set(path, state)
    if (!isProgress) summary = summarize(states)
    for (const listener of listeners) listener()
  }
  const startNext = () => {
    for (const planned of files) {
      if (busy.size >= MAX_RUNNING) return
      const { path, to } = planned
      // Each save makes a version of the citation, from the one before.
      if (states.get(path)?.is === 'waiting' && to && !busy.has(to.citation)) void send(planned)
    }
  }
  async function send({ path, file, to }: PlannedFile) {
    if (!file || !to) return
    const { signal } = controller
    busy.add(to.citation)
    change(path, { is: 'sending', sent: 0 })
    const onProgress = (sent: number) => change(path, { is: 'sending', sent })
    try {
      change(path, { is: 'done', outcome: await attach(file, { to, replace, signal, onProgress }) })
    } catch (error) {
      change(path, signal.aborted ? { is: 'cancelled' } : { is: 'failed', reason: reasonOf(error) })
    }
    busy.delete(to.citation)
    startNext()
  }
  const wait = (paths: Iterable<string>) => {
    controller = new AbortController()
    for (const path of paths) states.set(path, { is: 'waiting' })
    summary = summarize(states)
    for (const listener of listeners) listener()
    startNext()
  }
  return {
    stateOf: (path) => states.get(path),
    summary: () => summary,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: (planned, isReplacing) => {
      files = planned.filter(({ state }) => state === 'ready')
      replace = isReplacing
      wait(files.map(({ path }) => path))
    },
    cancel: () => {
      for (const [path, { is }] of states) if (is === 'waiting') states.set(path, { is: 'cancelled' })
      controller.abort()
      summary = summarize(states)
      for (const listener of listeners) listener()
    },
    retry: () => wait([...states].filter(([, { is }]) => is === 'failed' || is === 'cancelled').map(([path]) => path)),
  }
}

/** The server explains what is wrong with a content. */
function reasonOf(error: unknown): string {
  const { fieldErrors, serverDetail, status, text } = asProblem(error)
  return fieldErrors[0]?.message ?? (status >= 400 && serverDetail ? serverDetail : text)
}

function summarize(states: ReadonlyMap<string, SendState>): RunSummary {
  const counts = { attached: 0, replaced: 0, unchanged: 0, left: 0, failed: 0 }
  let open = 0
  for (const state of states.values()) {
    if (state.is === 'done') counts[state.outcome.result] += 1
    else if (state.is === 'failed' || state.is === 'cancelled') counts.failed += 1
    else open += 1
  }
  return { ...counts, total: states.size, done: states.size - open, isRunning: open > 0 }
}

/** What became of a file. */
export type Attached =
  | { result: 'attached' | 'replaced' | 'unchanged'; reason?: undefined }
  | { result: 'left'; reason: string }

interface Options {
  to: Destination
  /** Whether a link or another file of the version is replaced. */
  replace: boolean
  signal: AbortSignal
  onProgress: (sent: number) => void
}

/** A save is repeated when somebody else has changed the citation meanwhile. */
const MAX_SAVES = 3

/** Makes a file the stored file of a language version: checks the version, sends the file, saves the citation. */
async function attachFile(file: File, { to, replace, signal, onProgress }: Options): Promise<Attached> {
  let uploaded: UploadedFile | null = null
  for (let saves = 0; saves < MAX_SAVES; saves++) {
    const { citation, etag } = await loadCitation(to.citation, signal)
    const version = citation.languages.find((one) => isVersion(one, to))
    if (!version) return { result: 'left', reason: t('noVersion') }
    const stored = version.file?.digest
    if (stored && stored === (uploaded?.digest ?? (await digestOf(file)))) return { result: 'unchanged' }
    const reason = replace ? null : obstacleOf(version)
    if (reason !== null) return { result: 'left', reason }
    uploaded ??= await uploadFile(file, { onProgress, signal })
    if (stored === uploaded.digest) return { result: 'unchanged' }
    try {
      await attachStoredFile(citation.id, { lang: to.lang, ksbgNumber: to.ksbgNumber }, uploaded.digest, etag)
      return { result: version.file || version.url ? 'replaced' : 'attached' }
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 412) throw error
    }
  }
  throw new Problem(412, t('changedOften').replace(/\.$/, ''))
}

const isVersion = (version: LanguageVersion, { lang, ksbgNumber }: Destination) =>
  sameValue(version.lang, lang) && (ksbgNumber === undefined || version.ksbgNumber === ksbgNumber)

/** What the version has, which only the person's decision replaces. */
function obstacleOf({ file, url }: LanguageVersion): string | null {
  if (file?.withdrawn) return t('withdrawn')
  if (file) return t('fileSince', { day: dayOfInstant(file.stored) })
  return url ? t('linkThere') : null
}

const columns = [
  t('csvFile'),
  t('csvResult'),
  t('csvReason'),
  t('csvCitation'),
  t('csvTitle'),
  t('csvLanguage'),
  t('csvCandidates'),
]

/** A spreadsheet program would run a text that begins so. Source: contract section 5. */
const isFormula = /^[=+\-@\t\r]/

function cell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function resultOf(
  { state, reason, match }: PlannedFile,
  sent: SendState | undefined,
): [result: string, reason: string] {
  switch (sent?.is) {
    case 'done':
      return [sent.outcome.result, sent.outcome.reason ?? '']
    case 'failed':
      return [t('csvFailed'), sent.reason]
    case undefined:
      if (state === 'ignored') return [t('csvIgnored'), reason]
      if (state === 'same') return [t('csvSkipped'), reason]
      if (match.state === 'unmatched') return [t('csvUnmatched'), reason]
      return [state === 'open' ? t('csvAmbiguous') : t('csvLeft'), reason]
    default:
      return [t('csvNotSent'), '']
  }
}

/** The result as a table that opens in a spreadsheet program, with the columns of `handout files attach --report`. */
export function reportCsv(files: readonly PlannedFile[], stateOf: (path: string) => SendState | undefined): string {
  const rows = files.map((file) => {
    const { path, to, match } = file
    const [result, reason] = resultOf(file, stateOf(path))
    const candidates = match.candidates.map(({ title, lang, ksbgNumber }) => {
      const version = [lang, ksbgNumber].filter(Boolean).join(' ')
      return version === '' ? title : `${title} (${version})`
    })
    return [path, result, reason, to?.citation ?? '', to?.title ?? '', to?.lang ?? '', candidates.join('; ')]
  })
  return `\uFEFF${[columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
