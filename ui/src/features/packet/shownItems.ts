// The handouts of a packet as families see them, obsolete ones replaced, and the version of each in a language.
import type { Packet, PacketHandout, PacketItem, PacketLanguage, PacketVersion } from '../../api/packets'
import { isSameLanguage } from '../../lib/text/languages'

/** A handout as families see it, with information for those who may edit the packet. */
export interface ShownItem extends PacketHandout {
  note: string | null
  /** The title of the citation that it replaces. */
  replaces: string | null
  /** The packet still contains the replaced citation and should be updated. */
  isStandIn: boolean
}

const shownItem = (item: PacketItem): ShownItem =>
  item.replacement
    ? { ...item.replacement, note: item.note, replaces: item.title, isStandIn: true }
    : { ...item, replaces: item.replaces?.title ?? null, isStandIn: false }

/** The handouts in order, each citation once. */
export function shownItems({ items }: Pick<Packet, 'items'>): ShownItem[] {
  const shown = items.map(shownItem)
  return shown.filter((item, n) => shown.findIndex(({ citation }) => citation === item.citation) === n)
}

/** Whether a version is in the language with this tag. */
const isIn = (version: PacketVersion, tag: string) => version.tag !== null && isSameLanguage(tag, version.tag)

/** The version in a language, one with a file first; null if there is none. */
export function versionIn({ languages }: Pick<PacketHandout, 'languages'>, tag: string | null): PacketVersion | null {
  if (tag === null) return null
  const versions = languages.filter((version) => isIn(version, tag))
  return versions.find(({ url }) => url) ?? versions[0] ?? null
}

/** The version if no language is selected or the handout lacks it: English, else the first one with a file. */
export const defaultVersion = (item: Pick<PacketHandout, 'languages'>): PacketVersion | null =>
  versionIn(item, 'en') ?? item.languages.find(({ url }) => url) ?? item.languages[0] ?? null

/** The number of handouts with a version in a language. */
export const countIn = (items: readonly ShownItem[], tag: string) =>
  items.filter((item) => versionIn(item, tag) !== null).length

/** A language of the page with its number of handouts. */
export interface LanguageChoice {
  tag: string
  name: string
  count: number
}

/** The languages to choose from, most handouts first; the chosen one is always among them. */
export function languageChoices(
  languages: readonly PacketLanguage[],
  items: readonly ShownItem[],
  chosen: { tag: string; name: string } | null,
): LanguageChoice[] {
  const known = languages.flatMap(({ tag, name, count }) => (tag === null ? [] : [{ tag, name, count }]))
  if (chosen === null || known.some(({ tag }) => tag === chosen.tag)) return known
  return [...known, { tag: chosen.tag, name: chosen.name, count: countIn(items, chosen.tag) }]
}
