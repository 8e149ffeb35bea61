// The language in which a citation is shown: that of the URL, else the preferred one.
import { useSearchParams } from 'react-router-dom'
import { addressId, type Citation, type LanguageVersion, openedUrl } from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import { isInLanguage, useLanguages } from '../../../api/languages'
import { isEnglish, parseTag } from '../../../lib/text/languages'
import { useSortedLanguages } from '../../../parts/language/LanguageName'
import { useShownTitle } from '../../../parts/language/useShownTitle'
import { citationAddress } from '../../../parts/share/ways'
import { useLanguageOfTag, usePreferredTag } from '../../../session/preferredLanguage'

/** The tag of the language; null for none. */
export function usePageTag(): string | null {
  const [parameters] = useSearchParams()
  const preferred = usePreferredTag()
  return parseTag(parameters.get('lang')) ?? preferred
}

/** The language as listed in the catalogue. */
export const usePageLanguage = () => useLanguageOfTag(usePageTag())

/** Returns a function that finds the version of a citation in a language, one with a file first; undefined if there is none. */
export function useVersionIn() {
  const { byValue } = useLanguages()
  return ({ languages }: Pick<Citation, 'languages'>, tag: string | null): LanguageVersion | undefined => {
    const versions = languages.filter(({ lang }) => isInLanguage(byValue(lang), tag))
    return versions.find(openedUrl) ?? versions[0]
  }
}

/** The versions of a citation: those in the language of the page first, then by their languages. */
export function useVersionsInOrder({ languages }: Pick<Citation, 'languages'>): LanguageVersion[] {
  const { byValue } = useLanguages()
  const sorted = useSortedLanguages()
  const tag = usePageTag()
  return sortVersions(languages, sorted, ({ lang }) => isInLanguage(byValue(lang), tag))
}

/** Returns a function that describes a version as it is shared. */
export function useSharedVersion() {
  const { byValue } = useLanguages()
  return (version: LanguageVersion) => ({
    ...version,
    url: openedUrl(version),
    tag: byValue(version.lang)?.tag ?? null,
  })
}

/** The address at which a citation is shared: the version in the language of the page and the English one come first. */
export function useCitationAddress(citation: Pick<Citation, 'id' | 'readableIds' | 'languages'>) {
  const publicUrl = useConfig()?.publicUrl ?? window.location.origin
  const shared = useSharedVersion()
  const own = useVersionIn()(citation, usePageTag())
  const english = citation.languages.find(({ lang }) => isEnglish(lang))
  const versions = [own, english, ...citation.languages].filter((version) => version !== undefined)
  return citationAddress(publicUrl, addressId(citation), versions.map(shared))
}

/** The title of a citation as its page shows it. */
export function usePageTitle(citation: Pick<Citation, 'title' | 'languages'>) {
  const { byValue } = useLanguages()
  const shownTitle = useShownTitle()
  const version = useVersionIn()(citation, usePageTag())
  const language = version && byValue(version.lang)
  const tags = citation.languages.map(({ lang }) => byValue(lang)?.tag ?? undefined)
  return shownTitle(
    citation.title,
    tags,
    version && { ...version, tag: language?.tag ?? null, dir: language?.dir ?? 'auto' },
  )
}

/** Sorts the preferred language first, then in the order of `sorted`; versions of one language keep their order. */
function sortVersions(
  versions: readonly LanguageVersion[],
  sorted: (values: readonly string[]) => string[],
  isPreferred: (version: LanguageVersion) => boolean,
): LanguageVersion[] {
  const order = sorted([...new Set(versions.map(({ lang }) => lang))])
  return [...versions].sort(
    (a, b) => Number(isPreferred(b)) - Number(isPreferred(a)) || order.indexOf(a.lang) - order.indexOf(b.lang),
  )
}
