// Import and export of the whole catalogue, for administrators.
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client'
import { Problem } from '../problem'

export interface ImportReport {
  added: number
  changed: number
  unchanged: number
  /** Records skipped because a later one has the same ID. */
  superseded: number
  refused: number
  incomplete: number
  total: number
  rows: {
    line: number
    id: string
    title: string
    outcome: 'added' | 'changed' | 'unchanged' | 'superseded' | 'refused'
    errors: string[]
    notices: string[]
  }[]
  written: boolean
}

/** Reads a selected file before it is sent: if it was changed or removed, sending it would look like a lost connection. */
async function readContent(file: File): Promise<Blob> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Problem(-1, 'The file could not be read', 'It may have been changed or removed. Choose it again.')
  })
  return new Blob([bytes])
}

async function send(file: File, dryRun: boolean) {
  const format = /\.csv(\.gz)?$/i.test(file.name) ? 'csv' : 'jsonl'
  return call<ImportReport>(`/system/import?format=${format}&dryRun=${dryRun}&skipBad=true`, {
    method: 'POST',
    body: await readContent(file),
  })
}

/** Validates every record of a file without changing anything. */
export const checkImport = (file: File) => send(file, true)

/** Adds and replaces the citations of a file, in batches; invalid records are skipped. */
export const runImport = (file: File) => send(file, false)

/** The URL of the whole catalogue as JSON Lines. */
export const exportPath = '/api/system/export'

/** An import that is running on the server. */
export interface ImportProgress {
  by: string
  /** Whether the caller started it. */
  mine: boolean
  state: 'receiving' | 'waiting' | 'checking' | 'comparing' | 'writing'
  records: number
  total: number | null
}

const PROGRESS_POLL_INTERVAL_MS = 2_000

/** The running imports, oldest first. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call<{ running: ImportProgress[] }>('/system/imports', { signal }).then((list) => list.running),
  refetchInterval: PROGRESS_POLL_INTERVAL_MS,
  gcTime: 0,
})
