// The cart lines for all handouts of a packet.
import type { PacketVersion } from '../../api/packets'
import type { OrderItem } from '../../api/user'
import { sameValue } from '../../lib/text/sameValue'
import { defaultVersion, type ShownItem, versionIn } from './shownItems'

/** A handout that the copy center prints, with the version to order. */
export interface OrderChoice {
  item: ShownItem
  /** Null when the handout is omitted. */
  version: PacketVersion | null
  /** Not available in the page's language: the person chooses another version. */
  isOpen: boolean
}

export const isOrderable = ({ whereToObtain, obsolete, languages }: ShownItem) =>
  sameValue(whereToObtain, 'Copy Center') && !obsolete && languages.length > 0

/**
 * The version to order of each handout: in the page's language, else the selected one. `chosen` has language values by
 * citation, empty to omit the handout; without a selection it is the default version.
 */
export const orderChoices = (
  items: readonly ShownItem[],
  tag: string | null,
  chosen: ReadonlyMap<string, string>,
): OrderChoice[] =>
  items.filter(isOrderable).map((item) => {
    const own = versionIn(item, tag)
    if (own) return { item, version: own, isOpen: false }
    const value = chosen.get(item.citation)
    const version =
      value === undefined ? defaultVersion(item) : (item.languages.find(({ lang }) => lang === value) ?? null)
    return { item, version, isOpen: true }
  })

/** The cart lines, without omitted handouts. */
export const orderLines = (choices: readonly OrderChoice[]): Omit<OrderItem, 'quantity'>[] =>
  choices.flatMap(({ item, version }) =>
    version === null
      ? []
      : [
          {
            id: item.citation,
            itemNum: version.ksbgNumber,
            lang: version.lang,
            readableId: item.readableId,
            title: item.title,
            url: version.url,
            printingSpecs: item.printingSpecs,
          },
        ],
  )
