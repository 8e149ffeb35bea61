// Makes a file the stored file of a language version: checks the version, sends the file, saves the citation.
import t from 'messages:staff/folder'
import { type LanguageVersion, loadCitation } from '../../../api/catalogue/citations'
import { attachStoredFile, type UploadedFile, uploadFile } from '../../../api/catalogue/fileChanges'
import { Problem } from '../../../api/problem'
import { dayOfInstant } from '../../../lib/dates/dateTimes'
import { sameValue } from '../../../lib/text/sameValue'
import { digestOf } from './folderFiles'
import type { Destination } from './plan'

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

export async function attachFile(file: File, { to, replace, signal, onProgress }: Options): Promise<Attached> {
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
