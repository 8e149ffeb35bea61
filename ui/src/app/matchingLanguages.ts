// Finding a language by what somebody types: its own name, its English one, or that of the screen's language.
import type { ReadableLanguage } from '../api/languages'

/** Without accents and case: people type 'espanol'. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The languages that match, those whose name starts with the text first. */
export function matchingLanguages(
  languages: readonly ReadableLanguage[],
  typed: string,
  nameOf: (value: string) => string,
): ReadableLanguage[] {
  const wanted = folded(typed)
  if (wanted === '') return [...languages]
  const place = ({ name, value }: ReadableLanguage) => {
    const names = [name, value, nameOf(value)].map(folded)
    if (names.some((text) => text.startsWith(wanted))) return 0
    return names.some((text) => text.includes(wanted)) ? 1 : 2
  }
  return languages
    .map((language) => ({ language, place: place(language) }))
    .filter((match) => match.place < 2)
    .sort((a, b) => a.place - b.place)
    .map(({ language }) => language)
}
