// The uploads of a form: a few at a time, each with its progress, cancelled or tried again one by one.
import { type UploadedFile, uploadFile } from '../../../api/catalogue/fileChanges'
import { asProblem, type Problem } from '../../../api/problem'

/** More would leave no connection for the other calls of the page. */
const MAX_RUNNING = 3

export interface Upload {
  file: File
  /** `refused` before anything was sent. */
  state: 'waiting' | 'running' | 'failed' | 'refused'
  /** The bytes sent so far. */
  sent: number
  problem: Problem | null
}

export interface Uploads {
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

export function createUploads({ onStored, onFailed, onIdle }: Events): Uploads {
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
