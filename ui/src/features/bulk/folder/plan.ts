// What becomes of each file, before anything is sent: from what its name says, its content, and what the person decides.
import t from 'messages:staff/folder'
import type { FileCandidate, FileMatch, VersionName } from '../../../api/catalogue/fileChanges'
import { tooLarge } from '../../../lib/files/fileFacts'

/** The language version that a file goes to. */
export interface Destination extends VersionName {
  citation: string
  title: string
}

/** The version as a text, different for each. */
export const versionKey = ({ citation, lang, ksbgNumber }: FileCandidate) =>
  JSON.stringify([citation, lang, ksbgNumber])

/** A file of the folder with what its name and content say. */
export interface MatchedFile extends FolderFile {
  match: FileMatch
  /** Why it cannot be sent, whatever its name says. */
  problem: string | null
  /** The path of a file with the same content, which is sent for both. */
  sameAs: string | null
}

/** What the person decides. */
export interface Choices {
  /** By path: the index of a candidate, or `none`. */
  chosen: Readonly<Record<string, number | 'none'>>
  /** Whether links and files that versions have are replaced. */
  replace: boolean
}

/** `same`: another file with this content is sent. */
export type PlanState = 'ready' | 'open' | 'left' | 'same' | 'ignored'

export interface PlannedFile extends MatchedFile {
  state: PlanState
  to: Destination | null
  /** Why it is left out or open, or what it replaces; empty if there is nothing to say. */
  reason: string
}

const unfinished = /\.(crdownload|part|partial|filepart|download|tmp)$/i

/** Why a file cannot be sent, whatever its name says. */
function problemOf({ path, file }: FolderFile, maxMb: number): string | null {
  if (file === null) return t('unreadable')
  if (unfinished.test(path)) return t('unfinished')
  if (file.size === 0) return t('isEmpty')
  const large = tooLarge(file.size, maxMb)
  return large === null ? null : `${large}.`
}

/** The only version that several names say, as one text; null for other files. */
function sharedVersion({ state, candidates: [first, second] }: FileMatch): string | null {
  if (state !== 'ambiguous' || !first || second || first.lang === null) return null
  return versionKey(first)
}

/** Adds what the files themselves say to what their names say. Of several names for one version, contents are compared. */
export async function withContents(
  files: readonly FolderFile[],
  matches: readonly FileMatch[],
  maxMb: number,
): Promise<MatchedFile[]> {
  const matched = files.flatMap((file, n): MatchedFile[] => {
    const match = matches[n]
    return match ? [{ ...file, match, problem: problemOf(file, maxMb), sameAs: null }] : []
  })
  const groups = new Map<string, MatchedFile[]>()
  for (const file of matched) {
    const version = file.problem === null ? sharedVersion(file.match) : null
    if (version !== null) groups.set(version, [...(groups.get(version) ?? []), file])
  }
  for (const [first, ...others] of groups.values()) {
    if (!first?.file) continue
    for (const other of others) {
      const isSame = other.file && (await sameContent(first.file, other.file).catch(() => false))
      if (isSame) other.sameAs = first.path
    }
    const isOnly = others.every(({ sameAs }) => sameAs !== null)
    // A single content for the version is no question any more.
    if (isOnly) first.match = matchedOnly(first.match)
  }
  return matched
}

function matchedOnly(match: FileMatch): FileMatch {
  const [only] = match.candidates
  if (!only) return match
  return { ...match, ...only, state: 'matched', reason: null }
}

const destinationOf = ({ citation, title, lang, ksbgNumber }: FileCandidate): Destination | null =>
  lang === null ? null : { citation, title, lang, ksbgNumber }

/** The candidates that a file can be sent to. */
export const destinations = ({ match }: MatchedFile) => match.candidates.filter(({ lang }) => lang !== null)

/** What becomes of each file. No version gets two files. */
export function planFiles(files: readonly MatchedFile[], choices: Choices): PlannedFile[] {
  const planned = files.map((file) => planFile(file, choices))
  const taken = new Set<string>()
  return planned.map((file) => {
    if (file.state !== 'ready' || !file.to) return file
    const key = versionKey(file.to)
    if (taken.has(key)) return { ...file, state: 'open', reason: t('takenChoice') }
    taken.add(key)
    return file
  })
}

function planFile(file: MatchedFile, { chosen, replace }: Choices): PlannedFile {
  const { match, problem, sameAs, path } = file
  const as = (state: PlanState, reason: string, to: Destination | null = null) => ({ ...file, state, reason, to })
  if (match.state === 'ignored') return as('ignored', match.reason ?? '')
  if (problem !== null) return as('left', problem)
  if (sameAs !== null) return as('same', t('sameContent', { path: sameAs }))
  const choice = chosen[path]
  if (choice === 'none') return as('left', t('notSelected'))
  if (match.state === 'matched' && match.citation !== null && match.lang !== null) {
    const { citation, title, lang, ksbgNumber } = match
    const to = { citation, title: title ?? citation, lang, ksbgNumber }
    if (match.has === null) return as('ready', '', to)
    const isLink = match.has === 'link'
    if (replace) return as('ready', isLink ? t('replacesLink') : t('replacesFile'), to)
    return as('left', isLink ? t('hasLink') : t('hasFile'), to)
  }
  const candidate = choice === undefined ? undefined : match.candidates[choice]
  const to = candidate ? destinationOf(candidate) : null
  if (to) return as('ready', '', to)
  const isShared = sharedVersion(match) !== null
  if (match.state === 'ambiguous') return as('open', match.reason ?? (isShared ? t('otherContent') : ''))
  return as('left', match.reason ?? '')
}

/** How many files are in each state. */
export function countStates(files: readonly PlannedFile[]): Record<PlanState, number> {
  const counts = { ready: 0, open: 0, left: 0, same: 0, ignored: 0 }
  for (const { state } of files) counts[state] += 1
  return counts
}

/** The files that only need the permission to replace what their versions have. */
export const countReplacing = (files: readonly MatchedFile[]) =>
  files.filter(({ match, problem, sameAs }) => match.state === 'matched' && match.has && !problem && !sameAs).length

/** A file with its path below what was chosen. */
export interface FolderFile {
  path: string
  /** Null if the browser could not open it. */
  file: File | null
}

export const filesOfInput = (files: Iterable<File>): FolderFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Must be called in the handler of the drop, after which the browser takes the data back. */
export function filesOfDrop(items: Iterable<DataTransferItem>): Promise<FolderFile[]> {
  const dropped = [...items].flatMap((item) => {
    if (item.kind !== 'file') return []
    const entry = item.webkitGetAsEntry?.()
    return [entry ? filesBelow(entry) : Promise.resolve(singleFile(item.getAsFile()))]
  })
  return Promise.all(dropped).then((found) => found.flat())
}

const singleFile = (file: File | null) => (file ? [{ path: file.name, file }] : [])

async function filesBelow(entry: FileSystemEntry): Promise<FolderFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    ).catch(() => null)
    return [{ path, file }]
  }
  const entries = await entriesOf((entry as FileSystemDirectoryEntry).createReader())
  const found = await Promise.all(entries.map(filesBelow))
  return found.flat()
}

/** A browser lists the entries of a folder in parts; the last one is empty. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(
    () => [],
  )
  return part.length === 0 ? [] : [...part, ...(await entriesOf(reader))]
}

const CHUNK = 1_048_576

/** Whether two files have the same bytes. */
async function sameContent(a: File, b: File): Promise<boolean> {
  if (a.size !== b.size) return false
  for (let start = 0; start < a.size; start += CHUNK) {
    const [first, second] = await Promise.all(
      [a, b].map(async (file) => new Uint8Array(await file.slice(start, start + CHUNK).arrayBuffer())),
    )
    if (!first || !second || first.some((byte, n) => byte !== second[n])) return false
  }
  return true
}

/** The SHA-256 of a file, as the server names contents; null where the browser computes none, without TLS. */
export async function digestOf(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
