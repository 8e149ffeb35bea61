// The language in which a citation is shown: that of the URL, else the preferred one.
import { useSearchParams } from 'react-router-dom'
import { type Citation, type LanguageVersion, openedUrl } from '../../../api/catalogue/citations'
import { isInLanguage, useLanguages } from '../../../api/languages'
import { parseTag } from '../../../lib/text/languages'
import { useLanguageOfTag, usePreferredTag } from '../../../session/language/preferredLanguage'
import { useShownTitle } from '../../../session/language/useShownTitle'

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
