// The choices of the search box: recent searches while it is empty, otherwise favorites and suggestions.
import type { Suggestion } from '../../../api/catalogue/search'
import type { Favorite } from '../../../api/user'

export type Choice =
  | { kind: 'recent'; text: string }
  | { kind: 'favorite'; text: string; id: string }
  | { kind: 'packet'; text: string; id: string }
  /** `lang` and `dir` are those of a title in another language. */
  | { kind: 'suggestion'; text: string; lang?: string | undefined; dir?: string | undefined }

export interface ChoiceGroup {
  /** The key of its label. */
  label: 'recent' | 'favorites' | 'packets' | 'suggestions'
  choices: Choice[]
}

const MAX_CHOICES = 10

interface Sources {
  typed: string
  searches: readonly string[]
  favorites: readonly Favorite[]
  suggestions: readonly Suggestion[]
}

/** The groups of the list, without empty ones; at most 10 choices in total. */
export function suggestionGroups({ typed, searches, favorites, suggestions }: Sources): ChoiceGroup[] {
  const text = typed.trim().toLowerCase()
  if (text === '') {
    return filled([
      {
        label: 'recent',
        choices: searches.slice(0, MAX_CHOICES).map((search) => ({ kind: 'recent', text: search })),
      },
    ])
  }
  const starred = favorites
    .filter(({ title }) => title.toLowerCase().startsWith(text))
    .slice(0, MAX_CHOICES)
    .map(({ id, title }): Choice => ({ kind: 'favorite', text: title, id }))
  const suggested = suggestions
    .slice(0, MAX_CHOICES - starred.length)
    .map(
      ({ suggestion, readableId: id, lang, dir }): Choice =>
        id
          ? { kind: 'packet', text: suggestion, id }
          : { kind: 'suggestion', text: suggestion, ...(dir && { lang: lang ?? undefined, dir }) },
    )
  return filled([
    { label: 'favorites', choices: starred },
    { label: 'packets', choices: suggested.filter(({ kind }) => kind === 'packet') },
    { label: 'suggestions', choices: suggested.filter(({ kind }) => kind === 'suggestion') },
  ])
}

const filled = (groups: ChoiceGroup[]) => groups.filter(({ choices }) => choices.length > 0)

/** Recent searches after another one: it moves to the front, and there are at most 10. */
export const withRecentSearch = (searches: readonly string[], text: string): string[] =>
  [text, ...searches.filter((other) => other !== text)].slice(0, MAX_CHOICES)
