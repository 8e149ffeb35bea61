// Imports, for administrators: a file is sent, its columns are mapped to fields, a preview says what will happen, and a job does it.
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, callRaw, entityTag, type Nullable, parseJson, type Result } from '../client'
import type * as Described from '../schema'
import type { Job } from './jobs'

export type DateOrder = Described.DateOrder

/** What a column holds; a column without a field is not imported. */
export type MappedColumn = Required<Described.MappedColumn>

/** Its columns are those that are known or ignored. */
export type Mapping = Required<Omit<Described.Mapping, 'columns'>> & { columns: MappedColumn[] }

/** A column as the server reads it; without `dates` for other columns than dates, and where the order has to be chosen. */
export type ImportColumn = Nullable<Described.ImportColumn>

/** Without a mapping for JSON Lines. */
export type ImportDetails = Omit<Nullable<Described.ImportDetails>, 'mapping' | 'format'> & {
  format: 'csv' | 'xlsx' | 'ods' | 'jsonl'
  mapping: Mapping | null
}

export interface ImportAnswer {
  details: ImportDetails
  /** The version of its mapping. */
  etag: string | null
}

/** An import of the person; its state is `ready` until it is started. */
export type ImportEntry = Nullable<Described.ImportEntry>

export type RowOutcome = Described.RowOutcome
export type RowAction = Described.RowAction

/** A row without an ID is a new citation. Of its `cells`, those with `bad: false` have what a person should know. */
export type PreviewRow = Nullable<Described.PreviewRow>

/** Bad rows are the first. */
export type ImportPreview = Nullable<Described.ImportPreview> & { etag: string | null }

/** What a person has decided about a row; `id` is the citation to update. */
export type RowDecision = Required<Described.RowDecision>

export type SavedMapping = Omit<Described.SavedMapping, 'mapping'> & { mapping: Mapping }

/** The job of an import, with the rows that it left out. */
export type ImportJob = Job & { skipped?: { row: number; id: string | null; reason: string }[] | null }

/** The limit of the server. */
export const MAX_IMPORT_BYTES = 64 * 1_048_576
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
      return { ...(await parseJson(response)), etag: entityTag(response) }
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
