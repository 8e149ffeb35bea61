// Import and export of the whole catalogue, for administrators.
import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { Problem } from './problem'

export interface ImportReport {
  added: number
  changed: number
  unchanged: number
  /** Records that do not count, because a later one has the same id. */
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
  }[]
  written: boolean
}

/** The text of a chosen file. It is read here: a file that was changed or removed since would look like a lost connection. */
async function contentOf(file: File): Promise<Blob> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Problem(-1, 'The file could not be read', 'It may have been changed or removed. Choose it again.')
  })
  return new Blob([bytes])
}

async function send(file: File, dryRun: boolean) {
  const format = /\.csv(\.gz)?$/i.test(file.name) ? 'csv' : 'jsonl'
  return call<ImportReport>(`/system/import?format=${format}&dryRun=${dryRun}&skipBad=true`, {
    method: 'POST',
    body: await contentOf(file),
  })
}

/** Checks every record of a file; changes nothing. */
export const checkImport = (file: File) => send(file, true)

/** Adds and replaces the citations of a file, in batches; records that are refused are left out. */
export const runImport = (file: File) => send(file, false)

/** The address of the whole catalogue as JSON Lines. */
export const exportPath = '/api/system/export'

/** An import that is under way in the server. */
export interface ImportProgress {
  by: string
  /** Whether that is the person who asks. */
  mine: boolean
  state: 'receiving' | 'waiting' | 'checking' | 'comparing' | 'writing'
  records: number
  total: number | null
}

const progressAgainMs = 2_000

/** The imports under way, the one that came first on top. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call<ImportProgress[]>('/system/imports', { signal }),
  refetchInterval: progressAgainMs,
  gcTime: 0,
})
