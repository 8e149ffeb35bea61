// The languages of the catalogue: tag, own name, direction, and number of citations.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isSameLanguage } from '../lib/text/languages'
import { valueKey } from '../lib/text/sameValue'
import { call } from './client'
import type * as Described from './schema'

/** A language value of the catalogue. `tag` is null for an unknown language; obsolete citations are not counted. */
export interface CatalogueLanguage extends Omit<Described.UsedLanguage, 'tag' | 'dir'> {
  tag: string | null
  dir: 'ltr' | 'rtl' | 'auto'
}

/** A language with a tag, which can become the preferred language. */
export interface ChoosableLanguage extends CatalogueLanguage {
  tag: string
}

export const languagesQuery = queryOptions({
  queryKey: ['languages'],
  queryFn: ({ signal }) => call('GET /languages', { signal }) as Promise<CatalogueLanguage[]>,
  staleTime: 600_000,
  refetchInterval: 600_000,
})

/** The list of languages with its lookups. */
export interface Languages {
  /** Most used first; empty until the list is loaded. */
  all: readonly CatalogueLanguage[]
  /** The languages with a tag and at least one citation, each tag once. */
  choosable: readonly ChoosableLanguage[]
  /** The language with this value. */
  byValue: (value: string) => CatalogueLanguage | undefined
  /** The language with this tag, or with another regional form of it. */
  byTag: (tag: string) => ChoosableLanguage | undefined
}

/** Builds the lookups. */
export function indexLanguages(all: readonly CatalogueLanguage[]): Languages {
  const values = new Map(all.map((language) => [valueKey(language.value), language]))
  const tags = new Map<string, ChoosableLanguage>()
  for (const language of all) {
    const { tag, count } = language
    if (tag === null) continue
    const known = tags.get(tag)
    tags.set(tag, known ? { ...known, count: known.count + count } : { ...language, tag })
  }
  const tagged = [...tags.values()]
  return {
    all,
    choosable: tagged.filter(({ count }) => count > 0),
    byValue: (value) => values.get(valueKey(value)),
    byTag: (tag) => tags.get(tag) ?? tagged.find((language) => isSameLanguage(tag, language.tag)),
  }
}

const known = new WeakMap<readonly CatalogueLanguage[], Languages>()
const none: readonly CatalogueLanguage[] = []

/** The languages of the catalogue. */
export function useLanguages(): Languages {
  const all = useQuery(languagesQuery).data ?? none
  const languages = known.get(all) ?? indexLanguages(all)
  known.set(all, languages)
  return languages
}

/** Sets the tag of a language value; null restores the built-in tag. */
export const setLanguageTag = (value: string, tag: string | null) =>
  call('PUT /system/languages/{value}', { params: { value }, body: { tag } })

/** Whether a language is the wanted one, or a regional form of it. */
export const isInLanguage = (language: CatalogueLanguage | undefined, wanted: string | null): boolean =>
  wanted !== null && typeof language?.tag === 'string' && isSameLanguage(wanted, language.tag)
