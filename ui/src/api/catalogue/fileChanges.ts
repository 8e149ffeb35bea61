// Changes of stored files, for administrators: upload and withdrawal.
import t from 'messages:staff/files'
import type { QueryClient } from '@tanstack/react-query'
import { type Answer, addressOf, call, isForeign, type Nullable, parseJson, throwProblem } from '../client'
import { foreignResponse, Problem, unreachable } from '../problem'
import type * as Described from '../schema'
import { fileQuery } from './files'

/** The response to an upload. `notices` are for people, such as that the extension of the name was replaced. */
export type UploadedFile = Nullable<Described.UploadedFile>

/** Deletes the content of a file everywhere. Returns what the store could not delete, if anything. */
export const withdrawFile = async ({ digest, reason }: { digest: string; reason: string }) =>
  (
    await call('POST /files/{digest}/withdraw', {
      params: { digest },
      body: { reason },
      content: 'note',
    })
  )?.detail ?? null

/**
 * Refreshes what shows a withdrawn file, also other citations and their versions; resolves when it is loaded. The citation that a
 * form edits is only marked as stale.
 */
export const refreshAfterWithdrawal = (client: QueryClient, digest: string, isEditing: boolean) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['citation'], refetchType: isEditing ? 'none' : 'active' }),
    client.invalidateQueries({ queryKey: ['versions'] }),
    client.invalidateQueries({ queryKey: ['record'] }),
    client.invalidateQueries({ queryKey: fileQuery(digest).queryKey }),
  ])

interface UploadOptions {
  /** Called with the bytes sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** Sends a file. Only XMLHttpRequest reports how much was sent. Rejects with an AbortError once `signal` is aborted. */
export async function uploadFile(file: File, options: UploadOptions): Promise<UploadedFile> {
  await readable(file)
  const response = await send(file, options)
  if (response.status === 413 && !isOurs(response)) throw refusedInFront(response)
  if (isForeign(response, 'json')) throw foreignResponse()
  return response.ok ? parseJson(response as Answer<UploadedFile>) : throwProblem(response)
}

/** A file that was moved, or that a cloud drive has not downloaded, would fail like a lost connection. */
const readable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new Problem(-1, t('notReadable'), t('notReadableHint'))
    })

const isOurs = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/problem+json') ?? false

/** A refusal by a server between this browser and Handout, which has a limit of its own. */
function refusedInFront({ headers }: Response): Problem {
  const name = headers.get('server')
  return new Problem(413, name ? t('refusedByNamed', { name }) : t('refusedInFront'), t('refusedInFrontHint'))
}

function send(file: File, { onProgress, signal }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', addressOf('POST /files', { query: { name: file.name } }))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    if (signal.aborted) reject(new DOMException('', 'AbortError'))
    else request.send(file)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['content-type', 'server', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers })
}

/** Makes a stored file that of a language version, also of a citation that lacks what the form requires. */
export const attachStoredFile = (id: string, version: VersionName, digest: string, ifMatch: string | null) =>
  call('POST /citations/{id}/attach', { params: { id }, body: { ...version, digest }, ifMatch })

/** What tells a language version of a citation from the others. */
export interface VersionName {
  lang: string
  /** Its item number, where the citation has several versions in this language. */
  ksbgNumber?: string | undefined
}

/** Where the name of a file says that it belongs. */
export interface FileMatch {
  name: string
  state: 'matched' | 'ambiguous' | 'unmatched' | 'ignored'
  /** The ID of the citation. */
  citation: string | null
  title?: string | null
  /** The language value of the version. */
  lang: string | null
  ksbgNumber?: string
  /** What the version has already. */
  has: 'link' | 'file' | null
  reason: string | null
  candidates: FileCandidate[]
}

/** A version that a file may belong to; without a language where its name says none. */
export interface FileCandidate {
  citation: string
  title: string
  lang: string | null
  ksbgNumber?: string
}

/** Most names that are matched at once. */
export const MAX_MATCHED_NAMES = 5_000

/** Says for each name, in order, which language version its file belongs to. Nothing is stored. */
export const matchFiles = async (names: readonly string[]) =>
  (await call('POST /files/match', { body: { names } })).files as FileMatch[]
