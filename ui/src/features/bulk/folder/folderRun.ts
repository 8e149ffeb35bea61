// Sends the files of a plan: a few at a time, of one citation one after the other. It can be cancelled, and failed files are sent
// again.
import { asProblem } from '../../../api/problem'
import { type Attached, attachFile } from './attachFile'
import type { PlannedFile } from './plan'

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
