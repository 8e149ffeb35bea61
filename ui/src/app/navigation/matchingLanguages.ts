// Finds languages by a typed text: by their own name, the English name, or the name in the screen language.
import type { ChoosableLanguage } from '../../api/languages'

/** Folds accents and case: people type 'espanol'. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The matching languages; those whose name starts with the text come first. */
export function matchingLanguages(
  languages: readonly ChoosableLanguage[],
  typed: string,
  nameOf: (value: string) => string,
): ChoosableLanguage[] {
  const wanted = folded(typed)
  if (wanted === '') return [...languages]
  const rank = ({ name, value }: ChoosableLanguage) => {
    const names = [name, value, nameOf(value)].map(folded)
    if (names.some((text) => text.startsWith(wanted))) return 0
    return names.some((text) => text.includes(wanted)) ? 1 : 2
  }
  return languages
    .map((language) => ({ language, rank: rank(language) }))
    .filter((match) => match.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map(({ language }) => language)
}
