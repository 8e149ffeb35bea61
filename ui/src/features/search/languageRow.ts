// Which languages the home view names below the search box.
import type { ReadableLanguage } from '../../api/languages'
import { isSameLanguage } from '../../lib/languages'
import { offeredLanguages } from '../../session/readerLanguage'

const maxShown = 6

/**
 * Those of the browser (`wanted`, BCP 47) first, then the most used; not English, which everything is in. The chosen one is
 * always among them.
 */
export function languageRow(
  readable: readonly ReadableLanguage[],
  wanted: readonly string[],
  chosen: string | null,
): ReadableLanguage[] {
  const own = offeredLanguages(wanted, readable)
  const others = readable.filter((language) => !isSameLanguage(language.tag, 'en') && !own.includes(language))
  const all = [...own, ...others]
  const shown = all.slice(0, maxShown)
  const missing = all.find(({ tag }) => tag === chosen)
  return missing === undefined || shown.includes(missing) ? shown : [...shown.slice(0, -1), missing]
}
