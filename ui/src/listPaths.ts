// Lists that screens of the staff lead to. Apart from the other addresses, which every page loads.
import { patterns } from './paths'

/** Synonyms, among the lookups. */
export const synonymsPath = `${patterns.lookups}?category=synonyms`

/** The synonyms, ready to add one with this term. */
export const addSynonymPath = (term: string) => `${synonymsPath}&term=${encodeURIComponent(term)}`

const incomplete = `filters=${encodeURIComponent(btoa('[{"incomplete":"any"}]'))}`

/** A search for citations that lack something the form requires: `[{"incomplete":"any"}]` as base64. */
export const incompletePath = `/search?obsolete=true&${incomplete}`

/** The same without the obsolete ones. */
export const incompleteInUsePath = `/search?${incomplete}`

/** Citations without a version in the language with this tag. */
export const missingTranslationsPath = (tag: string) =>
  `${patterns.translations}?${new URLSearchParams({ lang: tag, state: 'missing' })}`

/** Open orders that were required before today. */
export const lateOrdersPath = `${patterns.orders}?late=true`
