// The language in which a packet is shown: that of the URL, else the preferred one.
import { useSearchParams } from 'react-router-dom'
import type { ChoosableLanguage } from '../../api/languages'
import type { PacketLanguage } from '../../api/packets'
import { isSameLanguage, parseTag } from '../../lib/text/languages'
import { useLanguageOfTag, usePreferredTag } from '../../session/preferredLanguage'

/** Returns the language, null for none, and a function that puts another one into the URL. */
export function usePageLanguage(
  languages: readonly PacketLanguage[],
): [ChoosableLanguage | null, (tag: string | null) => void] {
  const [parameters, setParameters] = useSearchParams()
  const preferred = usePreferredTag()
  const asked = parameters.has('lang') ? parseTag(parameters.get('lang')) : preferred
  const known = languages.find(({ tag }) => tag !== null && asked !== null && isSameLanguage(asked, tag))
  const listed = useLanguageOfTag(asked)
  const language = known?.tag ? { ...known, value: known.name, tag: known.tag } : listed
  const choose = (tag: string | null) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('lang', tag ?? '')
        return next
      },
      { replace: true },
    )
  return [language, choose]
}
