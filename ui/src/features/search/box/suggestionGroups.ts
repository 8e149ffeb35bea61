// The choices of the search box: recent searches while it is empty, otherwise favorites and suggestions.
import type { Favorite } from '../../../api/user'

export type Choice =
  | { kind: 'recent'; text: string }
  | { kind: 'favorite'; text: string; id: string }
  | { kind: 'suggestion'; text: string }

export interface ChoiceGroup {
  /** The key of its label. */
  label: 'recent' | 'favorites' | 'suggestions'
  choices: Choice[]
}

const MAX_CHOICES = 10

interface Sources {
  typed: string
  searches: readonly string[]
  favorites: readonly Favorite[]
  suggestions: readonly string[]
}

/** The groups of the list, without empty ones. Favorites and suggestions together are at most 10. */
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
    .map((suggestion): Choice => ({ kind: 'suggestion', text: suggestion }))
  return filled([
    { label: 'favorites', choices: starred },
    { label: 'suggestions', choices: suggested },
  ])
}

const filled = (groups: ChoiceGroup[]) => groups.filter(({ choices }) => choices.length > 0)

/** Recent searches after another one: it moves to the front, and there are at most 10. */
export const withRecentSearch = (searches: readonly string[], text: string): string[] =>
  [text, ...searches.filter((other) => other !== text)].slice(0, MAX_CHOICES)
