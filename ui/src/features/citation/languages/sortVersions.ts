// The order of a citation's language versions.
import type { LanguageVersion } from '../../../api/catalogue/citations'

/** Versions by their languages, as `sorted` puts them, those of the preferred first; versions of one language in the order given. */
export function sortVersions(
  versions: readonly LanguageVersion[],
  sorted: (values: readonly string[]) => string[],
  isPreferred: (version: LanguageVersion) => boolean,
): LanguageVersion[] {
  const order = sorted([...new Set(versions.map(({ lang }) => lang))])
  return [...versions].sort(
    (a, b) => Number(isPreferred(b)) - Number(isPreferred(a)) || order.indexOf(a.lang) - order.indexOf(b.lang),
  )
}
