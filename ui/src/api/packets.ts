// Packets: citations that a family gets together, in order.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { searchKey } from './catalogue/search'
import { call, callRaw, entityTag, parseJson } from './client'
import type { Nullable } from './nullable'
import type * as Described from './schema'

/** A response type with the directions that a screen distinguishes. */
type Directed<T> = Omit<Nullable<T>, 'dir'> & { dir: 'ltr' | 'rtl' | 'auto' }

/** A language of a packet; `count` handouts have a version in it. `tag` is null for an unknown language. */
export type PacketLanguage = Directed<Described.PacketLanguage>

/** A language version of a handout. */
export type PacketVersion = Omit<Directed<Described.PacketVersion>, 'title'> & { title?: string | null }

/** A citation of a packet. */
export type PacketHandout = Omit<Nullable<Described.PacketCitation>, 'languages' | 'version' | 'preview'> & {
  languages: PacketVersion[]
  /** The address of a preview, without its width. */
  preview?: string | null
}

/**
 * An item of a packet. Those who may edit the packet get the stored citation, and if it is obsolete the `replacement`
 * that others see. Others get that replacement itself; its `replaces` is the obsolete citation.
 */
export type PacketItem = PacketHandout &
  Pick<Nullable<Described.PacketItem>, 'note' | 'replaces'> & { replacement: PacketHandout | null }

/** `code` and `needsLook` (the number of obsolete handouts) are for the owner and administrators. */
export type Packet = Omit<Nullable<Described.Packet>, 'items' | 'languages'> & {
  items: PacketItem[]
  languages: PacketLanguage[]
}

/** A packet in a list. */
export type PacketEntry = Omit<Nullable<Described.PacketSummary>, 'languages'> & { languages: PacketLanguage[] }

export interface PacketPage {
  found: number
  packets: PacketEntry[]
}

/** The fields of a packet that are saved. */
export type PacketInput = Described.PacketInput

/** An earlier version of a packet. */
export type PacketState = Described.PacketState

/** A packet with its entity tag, and the ID that the server redirected to. */
export interface PacketAnswer {
  packet: Packet
  etag: string | null
  movedTo: string | null
}

export const maxPacketItems = 50
export const packetsPageSize = 50

/** Prefix of the keys of everything that a change of a packet affects. */
const packetsKey = ['packets'] as const

/** The ID in a packet's URL: its readable ID, else its code; else the ID that it was opened with. */
export const packetAddress = ({ id, readableId, code }: Pick<Packet, 'id' | 'readableId' | 'code'>, asked = id) =>
  readableId ?? code ?? asked

const pathOf = (id: string) => `/packets/${encodeURIComponent(id)}`

/** A packet by its ID, readable ID or code. */
export const packetQuery = (id: string) =>
  queryOptions({
    queryKey: [...packetsKey, 'one', id],
    queryFn: async ({ signal }): Promise<PacketAnswer> => {
      const response = await callRaw(pathOf(id), { signal })
      const answered = response.redirected
        ? decodeURIComponent(new URL(response.url).pathname.split('/').at(-1) ?? '')
        : id
      return {
        packet: await parseJson<Packet>(response),
        etag: entityTag(response),
        movedTo: answered && answered !== id ? answered : null,
      }
    },
    staleTime: 30_000,
  })

/** The latest version of a packet that somebody else has saved; never from the cache. */
export const latestPacketQuery = (id: string) => ({
  ...packetQuery(id),
  queryKey: [...packetsKey, 'latest', id],
  staleTime: 0,
  gcTime: 0,
})

/** Drops the loaded packets after a change, and reloads the lists, results and citations that contain them. */
export function reloadPackets(client: QueryClient) {
  client.removeQueries({ queryKey: [...packetsKey, 'one'] })
  for (const queryKey of [packetsKey, searchKey, ['citation']]) void client.invalidateQueries({ queryKey })
}

/** Filters a list of packets. */
export interface PacketFilter {
  q: string
  department: string
  /** Only packets with obsolete handouts; for administrators. */
  obsolete: boolean
}

function filterParameters({ q, department, obsolete }: PacketFilter, more: Record<string, string> = {}) {
  const given = Object.entries({ q, department, obsolete: obsolete ? 'true' : '' }).filter(([, value]) => value !== '')
  return new URLSearchParams({ ...Object.fromEntries(given), ...more })
}

/** A page of the published packets. */
export const packetListQuery = (filter: PacketFilter, start: number) =>
  queryOptions({
    queryKey: [...packetsKey, 'list', filter, start],
    queryFn: ({ signal }) =>
      call<PacketPage>(`/packets?${filterParameters(filter, { start: String(start) })}`, { signal }),
    staleTime: 30_000,
  })

/** The URL of the published packets as CSV. */
export const packetsDownload = (filter: PacketFilter) => `/api/packets/download?${filterParameters(filter)}`

/** A page of the caller's packets. */
export const ownPacketsQuery = (start: number) =>
  queryOptions({
    queryKey: [...packetsKey, 'own', start],
    queryFn: ({ signal }) => call<PacketPage>(`/user/packets?start=${start}`, { signal }),
  })

/** All of the caller's packets, from every page. */
export const allOwnPacketsQuery = queryOptions({
  queryKey: [...packetsKey, 'own', 'all'],
  queryFn: async ({ signal }) => {
    const packets: PacketEntry[] = []
    for (;;) {
      const page = await call<PacketPage>(`/user/packets?start=${packets.length}`, { signal })
      packets.push(...page.packets)
      if (packets.length >= page.found || page.packets.length === 0) return packets
    }
  },
})

/** The URL of the caller's packets as CSV. */
export const ownPacketsDownload = '/api/user/packets/download'

const ifMatch = (etag: string | null | undefined): Record<string, string> => (etag ? { 'if-match': etag } : {})

/** Adds a packet, or replaces the one with this ID if it still has this entity tag. */
export const savePacket = (body: PacketInput, id?: string, etag?: string | null) =>
  id === undefined
    ? call<Packet>('/packets', { method: 'POST', body })
    : call<Packet>(pathOf(id), { method: 'PUT', body, headers: ifMatch(etag) })

export const deletePacket = (id: string, etag: string | null) =>
  callRaw(pathOf(id), { method: 'DELETE', headers: ifMatch(etag), content: 'nothing' })

/** The versions of a packet, newest first. */
export const packetHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...packetsKey, 'history', id],
    queryFn: ({ signal }) => call<PacketState[]>(`${pathOf(id)}/history`, { signal }),
  })

export const restorePacket = (id: string, version: number, etag: string | null) =>
  callRaw(`${pathOf(id)}/restore`, { method: 'POST', body: { version }, headers: ifMatch(etag) })

/** The stored part of a packet, as it is saved. */
const toPacketInput = ({ title, description, department, published, items }: Packet): PacketInput => ({
  title,
  description,
  department,
  published,
  items: items.map(({ citation, note }) => ({ citation, note })),
})

/** Adds a citation at the end of a packet; a packet that contains it stays as it is. */
export async function addToPacket(id: string, citation: string): Promise<void> {
  const response = await callRaw(pathOf(id))
  const packet = await parseJson<Packet>(response)
  if (packet.items.some((item) => item.citation === citation)) return
  const input = toPacketInput(packet)
  await savePacket({ ...input, items: [...input.items, { citation, note: null }] }, packet.id, entityTag(response))
}

/** The URL of a packet's QR code; as a card, of the image to copy or save. `lang` is the tag of the page's language. */
export function packetQrPath(id: string, lang: string | null, as: 'code' | 'card'): string {
  const parameters = { packet: id, ...(lang === null ? {} : { lang }), ...(as === 'card' ? { card: '1' } : {}) }
  return `/api/qr?${new URLSearchParams(parameters)}`
}
