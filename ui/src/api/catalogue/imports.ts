// Imports, for administrators: a file is sent, its columns are mapped to fields, a preview says what will happen, and a job does it.
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, callRaw, entityTag, parseJson, type Result } from '../client'
import type { Job } from './jobs'

export type DateOrder = 'us' | 'day-first'

/** What a column holds; a column without a field is not imported. */
export interface MappedColumn {
  /** Its letter. */
  column: string
  header: string
  field: string | null
  /** The language of the version that it belongs to. */
  lang: string | null
  dates: DateOrder | null
  /** What separates the values of a list, beside `;`, `|` and line breaks. */
  split: string | null
}

export interface Mapping {
  sheet: string | null
  headerRow: number | null
  /** The letter of the column that joins the rows of a citation. */
  key: string | null
  /** The columns that are known or ignored. */
  columns: MappedColumn[]
  /** Values for empty cells, by field; of a version with `@` and its language. */
  constants: Record<string, string>
}

/** A column as the server reads it. */
export interface ImportColumn {
  column: string
  header: string
  /** Its first values. */
  samples: string[]
  field: string | null
  lang: string | null
  /** Null for other columns than dates, and where it has to be chosen. */
  dates: DateOrder | null
  /** Why it is mapped so, or not. */
  reason: string
}

export interface ImportDetails {
  id: string
  name: string
  format: 'csv' | 'xlsx' | 'ods' | 'jsonl'
  encoding: string | null
  delimiter: string | null
  sheets: { name: string; rows: number; hidden: boolean }[]
  /** Null for JSON Lines. */
  mapping: Mapping | null
  columns: ImportColumn[]
  notices: string[]
}

export interface ImportAnswer {
  details: ImportDetails
  /** The version of its mapping. */
  etag: string | null
}

/** An import of the person. */
export interface ImportEntry {
  id: string
  name: string
  created?: string
  /** `ready` until it is started. */
  state: string
  /** The rows that are done. */
  records: number
  total: number | null
  job?: string | null
}

export type RowOutcome = 'new' | 'changed' | 'unchanged' | 'bad' | 'skipped'
export type RowAction = 'update' | 'add' | 'skip'

export interface PreviewRow {
  row: number
  outcome: RowOutcome
  /** Null for a new citation. */
  id: string | null
  title: string
  changes: { field: string; before: string | null; after: string | null }[]
  /** Bad cells, and with `bad: false` what a person should know of a cell. */
  cells: { cell: string; field: string; value: string; message: string; bad?: boolean }[]
  /** The citations that fit a row without an ID. */
  likely: { id: string; title: string; same: string }[]
  proposal: RowAction | null
}

export interface ImportPreview {
  counts: { new: number; changed: number; unchanged: number; bad: number }
  found: number
  /** Bad rows first. */
  rows: PreviewRow[]
  etag: string | null
}

/** What a person has decided about a row. */
export interface RowDecision {
  row: number
  action: RowAction
  /** The citation to update. */
  id: string | null
}

export interface SavedMapping {
  id: string
  name: string
  mapping: Mapping
}

/** The job of an import, with the rows that it left out. */
export type ImportJob = Job & { skipped?: { row: number; id: string | null; reason: string }[] | null }

/** The limit of the server. */
export const MAX_IMPORT_BYTES = 64 * 1_048_576
export const previewPageSize = 50

const toAnswer = async (response: Answer<Result<'GET /system/imports/{id}'>>): Promise<ImportAnswer> => ({
  details: (await parseJson(response)) as ImportDetails,
  etag: entityTag(response),
})

/** Prefix of the keys of all queries about imports. */
export const importsKey = ['imports'] as const

export const sendImport = async (name: string, content: Blob) =>
  toAnswer(await callRaw('POST /system/imports', { query: { name }, body: content }))

/** The person's imports; asked again every `interval` milliseconds. */
export const importListQuery = (interval: number | false = false) =>
  queryOptions({
    queryKey: [...importsKey, 'list'],
    queryFn: ({ signal }) => call('GET /system/imports', { signal }),
    refetchInterval: interval,
  })

/** Only the person's own choices change it. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', id],
    queryFn: async ({ signal }) => toAnswer(await callRaw('GET /system/imports/{id}', { params: { id }, signal })),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** Identifies the changes of an import's mapping. */
export const mappingKey = (id: string) => [...importsKey, 'mapping', id]

export const saveMapping = async (id: string, mapping: Mapping, ifMatch: string | null) =>
  toAnswer(await callRaw('PUT /system/imports/{id}', { params: { id }, body: { mapping }, ifMatch }))

export const deleteImport = (id: string) => call('DELETE /system/imports/{id}', { params: { id }, content: 'nothing' })

/** A page of what an import with this version of its mapping does. */
export const previewQuery = (id: string, version: string | null, start: number) =>
  queryOptions({
    queryKey: [...importsKey, 'preview', id, version, start],
    queryFn: async ({ signal }): Promise<ImportPreview> => {
      const response = await callRaw('GET /system/imports/{id}/preview', { params: { id }, query: { start }, signal })
      return { ...((await parseJson(response)) as Omit<ImportPreview, 'etag'>), etag: entityTag(response) }
    },
    refetchOnWindowFocus: false,
    retry: false,
  })

/** Starts the job of an import, if its preview still has this entity tag. */
export const runImport = (id: string, run: { skipBad: boolean; decisions: RowDecision[] }, ifMatch: string | null) =>
  call('POST /system/imports/{id}/run', { params: { id }, body: run, ifMatch })

export const mappingsQuery = queryOptions({
  queryKey: [...importsKey, 'mappings'],
  queryFn: ({ signal }) => call('GET /system/mappings', { signal }) as Promise<{ mappings: SavedMapping[] }>,
})

/** Saves a mapping under a new name, or replaces the one with this ID. */
export const saveNamedMapping = (name: string, mapping: Mapping, replaced?: string) =>
  replaced === undefined
    ? call('POST /system/mappings', { body: { name, mapping } })
    : call('PUT /system/mappings/{id}', { params: { id: replaced }, body: { name, mapping } })

export const deleteNamedMapping = (id: string) =>
  call('DELETE /system/mappings/{id}', { params: { id }, content: 'nothing' })
