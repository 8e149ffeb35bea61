// The languages of the catalogue: tag, own name, direction, and how many materials there are in each.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isSameLanguage } from '../lib/languages'
import { valueKey } from '../lib/sameValue'
import { call } from './client'
import type * as Described from './schema'

/** A language value of the catalogue: its tag (null when not known), its own name, and how many materials are not obsolete. */
export interface CatalogueLanguage extends Omit<Described.UsedLanguage, 'tag' | 'dir'> {
  tag: string | null
  dir: 'ltr' | 'rtl' | 'auto'
}

/** A language with a tag: one that a reader can choose. */
export interface ReadableLanguage extends CatalogueLanguage {
  tag: string
}

export const languagesQuery = queryOptions({
  queryKey: ['languages'],
  queryFn: ({ signal }) => call<CatalogueLanguage[]>('/languages', { signal }),
  staleTime: 600_000,
  refetchInterval: 600_000,
})

/** What the screens ask of the list. */
export interface Languages {
  /** Most used first; empty until they have come. */
  all: readonly CatalogueLanguage[]
  /** Those with a tag and with materials, each tag once. */
  readable: readonly ReadableLanguage[]
  /** The language of a value. */
  of: (value: string) => CatalogueLanguage | undefined
  /** The language of a tag, in another regional form if need be. */
  tagged: (tag: string) => ReadableLanguage | undefined
}

/** Orders the list for what is asked of it. */
export function languagesOf(all: readonly CatalogueLanguage[]): Languages {
  const byValue = new Map(all.map((language) => [valueKey(language.value), language]))
  const byTag = new Map<string, ReadableLanguage>()
  for (const language of all) {
    const { tag, count } = language
    if (tag === null) continue
    const known = byTag.get(tag)
    byTag.set(tag, known ? { ...known, count: known.count + count } : { ...language, tag })
  }
  const tagged = [...byTag.values()]
  return {
    all,
    readable: tagged.filter(({ count }) => count > 0),
    of: (value) => byValue.get(valueKey(value)),
    tagged: (tag) => byTag.get(tag) ?? tagged.find((language) => isSameLanguage(tag, language.tag)),
  }
}

const known = new WeakMap<readonly CatalogueLanguage[], Languages>()
const none: readonly CatalogueLanguage[] = []

/** The languages of the catalogue. */
export function useLanguages(): Languages {
  const all = useQuery(languagesQuery).data ?? none
  const languages = known.get(all) ?? languagesOf(all)
  known.set(all, languages)
  return languages
}

/** Corrects the tag of a language value; null takes a correction back. */
export const setLanguageTag = (value: string, tag: string | null) =>
  call<Described.Language>(`/system/languages/${encodeURIComponent(value)}`, { method: 'PUT', body: { tag } })

/** Whether a language is the one that a reader has chosen. */
export const isInLanguage = (language: CatalogueLanguage | undefined, wanted: string | null): boolean =>
  wanted !== null && typeof language?.tag === 'string' && isSameLanguage(wanted, language.tag)
