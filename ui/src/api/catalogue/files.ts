// The stored files of language versions, and which files the server accepts. Uploads and withdrawals are in fileChanges.ts, which
// families do not load.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call, type Nullable } from '../client'
import { useConfig } from '../config'
import type { CheckState, Finding } from '../maintenance/accessibility'
import type * as Described from '../schema'

/** When and why the content of a file was withdrawn. */
export type Withdrawal = Described.Withdrawal

/** What every answer about a file has. `pages` is null for other types than PDF, and where they could not be counted. */
export type FileFacts = Pick<Nullable<Described.StoredFile>, 'digest' | 'name' | 'type' | 'size' | 'pages'>

/** The stored file of a language version. */
export type StoredFile = FileFacts & Omit<Described.VersionFile, keyof FileFacts>

/** What administrators get to know of a content, also before a version refers to it. */
export type KnownFile = FileFacts & {
  state: CheckState
  reason: string | null
  findings: Finding[]
}

/** The copy of what a link served, in the record of an earlier day. */
export interface FileCopy {
  digest: string
  type: string
  size: number
  /** An ISO date-time. */
  fetched: string
}

/** A type of files that the server accepts; the usual one of its extensions is the first. */
type FileType = Described.FileTypeConfig

const noTypes: FileType[] = []

/** The limit of uploads in megabytes (0 until the configuration is loaded), and the accepted types. */
export const useFileLimits = () => useConfig()?.files ?? { maxMb: 0, types: noTypes }

/** The address of the content of a file, for administrators; also of a file that no citation refers to yet. */
export const fileContentPath = (digest: string) => addressOf('GET /files/{digest}/content', { params: { digest } })

/** The address of the preview of a file, without its width; for administrators. */
export const filePreviewPath = (digest: string) => addressOf('GET /files/{digest}/preview', { params: { digest } })

/** The address of a version's file as of a day, for the signed-in; `tag` is the language's tag, or its value. */
export const recordFilePath = (citation: string, tag: string, day: string) =>
  `/file/${encodeURIComponent(citation)}/${encodeURIComponent(tag)}?asOf=${day}`

/** What the server knows of a file. 404: it is not stored any more; 410: it was withdrawn. */
export const fileQuery = (digest: string) =>
  queryOptions({
    queryKey: ['file', digest],
    queryFn: ({ signal }): Promise<FileFacts> => call('GET /files/{digest}', { params: { digest }, signal }),
    staleTime: 60_000,
    retry: false,
  })

/** The same with what was found in it, for a version in the language with this tag; asked again until it is checked. */
export const checkedFileQuery = (digest: string, tag: string) =>
  queryOptions({
    queryKey: ['file', digest, 'checked', tag],
    queryFn: ({ signal }) =>
      call('GET /files/{digest}', { params: { digest }, query: { lang: tag }, signal }) as Promise<KnownFile>,
    staleTime: 60_000,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? 2_000 : false),
  })
