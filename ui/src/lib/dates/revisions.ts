// Revision dates of language versions.
import { isoDay } from './dates'

/** The latest revision date of a language, as `YYYY-MM-DD`; undefined if there is none. */
export function latestRevision(
  revisions: readonly { lang: string; revisionDate: string }[],
  lang: string,
): string | undefined {
  return revisions
    .flatMap((revision) => (revision.lang === lang ? (isoDay(revision.revisionDate) ?? []) : []))
    .sort()
    .at(-1)
}

/** Whether a language version is outdated: both dates are known, and the English one is later. */
export function isOlderThanEnglish(
  revisions: readonly { lang: string; revisionDate: string }[],
  lang: string,
): boolean {
  const [own, english] = [latestRevision(revisions, lang), latestRevision(revisions, 'English')]
  return own !== undefined && english !== undefined && own < english
}
