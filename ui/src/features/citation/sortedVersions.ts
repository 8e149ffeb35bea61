// The order in which the language versions of a citation are shown.
import type { LanguageVersion } from '../../api/citations'

/** Versions by their languages, as `sorted` puts them, those of the reader first; versions of one language in the order given. */
export function sortedVersions(
  versions: readonly LanguageVersion[],
  sorted: (values: readonly string[]) => string[],
  isReaders: (version: LanguageVersion) => boolean,
): LanguageVersion[] {
  const order = sorted([...new Set(versions.map(({ lang }) => lang))])
  return [...versions].sort(
    (a, b) => Number(isReaders(b)) - Number(isReaders(a)) || order.indexOf(a.lang) - order.indexOf(b.lang),
  )
}
