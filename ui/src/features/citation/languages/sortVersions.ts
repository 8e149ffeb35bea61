// The order of a citation's language versions.
import type { LanguageVersion } from '../../../api/catalogue/citations'

/** Sorts the preferred language first, then in the order of `sorted`; versions of one language keep their order. */
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
