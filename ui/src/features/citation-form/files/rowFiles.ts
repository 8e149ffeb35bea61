// Changes of the file of a row: a new one, a link instead, and back.
import type { Citation, RevisionDate } from '../../../api/catalogue/citations'
import { isOlderThanEnglish, latestRevision } from '../../../lib/dates/revisions'
import { isEnglish } from '../../../lib/text/languages'
import { sameValue } from '../../../lib/text/sameValue'
import { type LanguageRow, mergeRevisions, type RowFile, toFormValues } from '../formValues'
import { MAX_PAGES, MAX_VERSION_TITLE } from '../validation'

const pagesText = (file: RowFile | null) => (file?.pages && file.pages <= MAX_PAGES ? String(file.pages) : '')

/**
 * The row with this file. A replaced file proposes `today` as the revision date, unless another was entered; the number of pages
 * follows the file, unless a person has set another; `title`, the file's own, is proposed as that of a version without one.
 */
export function withFile(row: LanguageRow, file: RowFile, today: string, title: string | null = null): LanguageRow {
  if (row.file?.digest === file.digest) return { ...row, file: { ...row.file, name: file.name }, upload: null }
  const former = row.former ?? row.file
  const pages = row.pages.trim()
  return {
    ...row,
    file,
    former: former?.digest === file.digest ? null : former,
    upload: null,
    revisionDate: former && row.revisionDate === '' ? today : row.revisionDate,
    pages: pages === '' || pages === pagesText(row.file) ? pagesText(file) : row.pages,
    title: row.title.trim() === '' ? (title ?? '').slice(0, MAX_VERSION_TITLE) : row.title,
  }
}

/** The row with its link instead of its file. */
export const withLink = (row: LanguageRow): LanguageRow => ({
  ...row,
  file: null,
  former: row.former ?? row.file,
  upload: null,
})

/** The row with its former file, as if it had not been replaced. */
export function withFormerFile(row: LanguageRow, today: string): LanguageRow {
  const { file, former, pages, revisionDate } = row
  return {
    ...row,
    file: former,
    former: null,
    revisionDate: file && revisionDate === today ? '' : revisionDate,
    pages: file && pages === pagesText(file) ? pagesText(former) : pages,
  }
}

/** The rows after the link `url` was stored: `before` and `saved` are the citation until and since then. */
export function withStoredLink(
  rows: readonly LanguageRow[],
  url: string,
  before: Pick<Citation, 'languages'> | null,
  saved: Citation,
): LanguageRow[] {
  // A language may have several versions, so that only the position says which of them had the link.
  const versions = (before?.languages ?? []).flatMap((version, n) => {
    const stored = toFormValues(saved).languages[n]
    return !version.file && version.url === url && stored?.file ? [{ lang: version.lang, stored }] : []
  })
  const takeVersion = (row: LanguageRow) => {
    const sameLanguage = versions.findIndex(({ lang }) => sameValue(lang, row.lang))
    return versions.splice(Math.max(sameLanguage, 0), 1)[0]?.stored
  }
  return rows.map((row) => {
    const stored = row.url.trim() === url && !row.file ? takeVersion(row) : undefined
    if (!stored) return row
    return { ...row, url: '', file: stored.file, pages: row.pages.trim() === '' ? stored.pages : row.pages }
  })
}

/** Whether the file of the row replaces another one. */
export const isReplaced = ({ file, former }: LanguageRow) => file !== null && former !== null

/** Whether the row will be older than the English version once the form is saved. */
export function willBeOlderThanEnglish(
  row: LanguageRow,
  rows: readonly LanguageRow[],
  stored: readonly RevisionDate[],
) {
  if (row.lang === '' || isEnglish(row.lang)) return false
  const revisions = mergeRevisions(stored, rows)
  if (latestRevision(revisions, row.lang) !== undefined) return isOlderThanEnglish(revisions, row.lang)
  const isEnglishNew = rows.some((other) => isEnglish(other.lang) && isReplaced(other))
  return isEnglishNew && row.file !== null && !row.file.withdrawn && !isReplaced(row)
}
