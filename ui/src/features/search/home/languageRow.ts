// The languages that the home view lists below the search box.
import type { ChoosableLanguage } from '../../../api/languages'
import { isSameLanguage } from '../../../lib/text/languages'
import { offeredLanguages } from '../../../session/preferredLanguage'

const maxShown = 6

/**
 * The languages of the browser (`wanted`, BCP 47) first, then the most used. English is omitted, because everything is in
 * English. The preferred language is always included.
 */
export function languageRow(
  choosable: readonly ChoosableLanguage[],
  wanted: readonly string[],
  chosen: string | null,
): ChoosableLanguage[] {
  const own = offeredLanguages(wanted, choosable)
  const others = choosable.filter((language) => !isSameLanguage(language.tag, 'en') && !own.includes(language))
  const all = [...own, ...others]
  const shown = all.slice(0, maxShown)
  const missing = all.find(({ tag }) => tag === chosen)
  return missing === undefined || shown.includes(missing) ? shown : [...shown.slice(0, -1), missing]
}
