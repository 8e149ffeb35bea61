// Languages: their order, and which tags mean the same one.
import { byLocale } from '../../i18n/section'
import { sameValue } from './sameValue'

const collator = byLocale((locale) => new Intl.Collator(locale))

export const isEnglish = (name: string) => sameValue(name, 'English')

/** Sorts language values: English first, the rest alphabetically in `locale` by their displayed names. */
export function sortLanguages(values: readonly string[], nameOf: (value: string) => string, locale: string): string[] {
  const { compare } = collator(locale)
  return [...values].sort(
    (a, b) => Number(isEnglish(b)) - Number(isEnglish(a)) || compare(nameOf(a), nameOf(b)) || compare(a, b),
  )
}

/** Whether two BCP 47 tags match for reading: `es-MX` and `es`, `zh` and `zh-Hans`; not `zh-Hans` and `zh-Hant`. */
export function isSameLanguage(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`)
}

/** The tag of a URL in canonical form; null if it is missing or malformed. */
export function parseTag(text: string | null): string | null {
  try {
    return text ? (Intl.getCanonicalLocales(text)[0] ?? null) : null
  } catch {
    return null
  }
}
