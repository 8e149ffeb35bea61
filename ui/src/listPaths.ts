// Paths of lists that staff screens link to. Separate from paths.ts, which every page loads.
import { packetPath, patterns } from './paths'

/** The synonyms in Manage Lookups. */
export const synonymsPath = `${patterns.lookups}?category=synonyms`

/** The form for a new synonym with this term. */
export const addSynonymPath = (term: string) => `${synonymsPath}&term=${encodeURIComponent(term)}`

/** The promoted results in Manage Lookups. */
export const promotionsPath = `${patterns.lookups}?category=promotions`

/** The form for a new promotion with this phrase. */
export const promotePath = (phrase: string) => `${promotionsPath}&phrase=${encodeURIComponent(phrase)}`

const incomplete = `filters=${encodeURIComponent(btoa('[{"incomplete":"any"}]'))}`

/** A search for citations without a required value: `[{"incomplete":"any"}]` as base64. */
export const incompletePath = `/search?obsolete=true&${incomplete}`

/** The same without obsolete citations. */
export const incompleteInUsePath = `/search?${incomplete}`

/** Files with failures. */
export const inaccessibleFilesPath = `${patterns.accessibility}?finding=failures`

/** Citations without a version in the language with this tag. */
export const missingTranslationsPath = (tag: string) =>
  `${patterns.translations}?${new URLSearchParams({ lang: tag, state: 'missing' })}`

/** Open orders that were required before today. */
export const lateOrdersPath = `${patterns.orders}?late=true`

/** A packet's page in the language with this tag. */
export const packetInLanguagePath = (id: string, lang: string | undefined) =>
  lang === undefined ? packetPath(id) : `${packetPath(id)}?${new URLSearchParams({ lang })}`

/** The edit form of a packet. */
export const packetEditPath = (id: string) => `/packet/edit/${encodeURIComponent(id)}`

/** The form for a new packet with these citations, or with the content of another packet. */
export const newPacketPath = (content: { citations: readonly string[] } | { from: string }) =>
  `${patterns.packetAdd}?${
    'from' in content
      ? new URLSearchParams({ from: content.from })
      : new URLSearchParams(content.citations.map((id) => ['citation', id]))
  }`

/** Published packets with obsolete handouts. */
export const obsoletePacketsPath = `${patterns.packets}?obsolete=true`
