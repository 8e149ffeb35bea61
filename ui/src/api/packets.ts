// Packets: citations that a family gets together, in order.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { searchKey } from './catalogue/search'
import { addressOf, call, callRaw, entityTag, type Nullable, parseJson, type Result } from './client'
import type * as Described from './schema'

/** A response type with the directions that a screen distinguishes. */
type Directed<T> = Omit<Nullable<T>, 'dir'> & { dir: 'ltr' | 'rtl' | 'auto' }

/** A language of a packet; `count` handouts have a version in it. `tag` is null for an unknown language. */
export type PacketLanguage = Directed<Described.PacketLanguage>

/** A language version of a handout. */
export type PacketVersion = Omit<Directed<Described.PacketVersion>, 'title' | 'preview'> &
  Pick<Described.PacketVersion, 'title' | 'preview'>

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
/** Prefix of the keys of everything that a change of a packet affects. */
const packetsKey = ['packets'] as const

/** The ID in a packet's URL: its readable ID, else its code; else the ID that it was opened with. */
export const packetAddress = ({ id, readableId, code }: Pick<Packet, 'id' | 'readableId' | 'code'>, asked = id) =>
  readableId ?? code ?? asked

/** A packet by its ID, readable ID or code. */
export const packetQuery = (id: string) =>
  queryOptions({
    queryKey: [...packetsKey, 'one', id],
    queryFn: async ({ signal }): Promise<PacketAnswer> => {
      const response = await callRaw('GET /packets/{id}', { params: { id }, signal })
      const answered = response.redirected
        ? decodeURIComponent(new URL(response.url).pathname.split('/').at(-1) ?? '')
        : id
      return {
        packet: (await parseJson(response)) as Packet,
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

const filterQuery = ({ q, department, obsolete }: PacketFilter) => ({ q, department, obsolete: obsolete || null })

/** A page of the published packets. */
export const packetListQuery = (filter: PacketFilter, start: number) =>
  queryOptions({
    queryKey: [...packetsKey, 'list', filter, start],
    queryFn: ({ signal }) =>
      call('GET /packets', { query: { ...filterQuery(filter), start }, signal }) as Promise<PacketPage>,
    staleTime: 30_000,
  })

/** The published packets that match a typed title, as choices; none for an empty text. */
export const packetChoicesQuery = (typed: string) =>
  queryOptions({
    queryKey: [...packetsKey, 'choices', typed],
    queryFn: async ({ signal }) => {
      const { packets } = await call('GET /packets', { query: { q: typed }, signal })
      return packets.map(({ id, title }) => ({ id, label: title }))
    },
    enabled: typed !== '',
    staleTime: 30_000,
  })

/** The URL of the published packets as CSV. */
export const packetsDownload = (filter: PacketFilter) =>
  addressOf('GET /packets/download', { query: filterQuery(filter) })

const ownPackets = (start: number, signal: AbortSignal) =>
  call('GET /user/packets', { query: { start }, signal }) as Promise<PacketPage>

/** A page of the caller's packets. */
export const ownPacketsQuery = (start: number) =>
  queryOptions({
    queryKey: [...packetsKey, 'own', start],
    queryFn: ({ signal }) => ownPackets(start, signal),
  })

/** All of the caller's packets, from every page. */
export const allOwnPacketsQuery = queryOptions({
  queryKey: [...packetsKey, 'own', 'all'],
  queryFn: async ({ signal }) => {
    const packets: PacketEntry[] = []
    for (;;) {
      const page = await ownPackets(packets.length, signal)
      packets.push(...page.packets)
      if (packets.length >= page.found || page.packets.length === 0) return packets
    }
  },
})

/** The URL of the caller's packets as CSV. */
export const ownPacketsDownload = addressOf('GET /user/packets/download')

/** Adds a packet, or replaces the one with this ID if it still has this entity tag. */
export const savePacket = (body: PacketInput, id?: string, ifMatch?: string | null) =>
  (id === undefined
    ? call('POST /packets', { body })
    : call('PUT /packets/{id}', { params: { id }, body, ifMatch })) as Promise<Packet>

export const deletePacket = (id: string, ifMatch: string | null) =>
  call('DELETE /packets/{id}', { params: { id }, ifMatch, content: 'nothing' })

/** The versions of a packet, newest first. */
export const packetHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...packetsKey, 'history', id],
    queryFn: ({ signal }) => call('GET /packets/{id}/history', { params: { id }, signal }),
  })

export const restorePacket = (id: string, version: number, ifMatch: string | null) =>
  call('POST /packets/{id}/restore', { params: { id }, body: { version }, ifMatch })

/** The stored part of a packet, as it is saved. */
const toPacketInput = ({
  title,
  description,
  department,
  published,
  items,
}: Result<'GET /packets/{id}'>): PacketInput => ({
  title,
  description,
  department,
  published,
  items: items.map(({ citation, note }) => ({ citation, note })),
})

/** Adds a citation at the end of a packet; a packet that contains it stays as it is. */
export async function addToPacket(id: string, citation: string): Promise<void> {
  const response = await callRaw('GET /packets/{id}', { params: { id } })
  const packet = await parseJson(response)
  if (packet.items.some((item) => item.citation === citation)) return
  const input = toPacketInput(packet)
  await savePacket({ ...input, items: [...input.items, { citation, note: null }] }, packet.id, entityTag(response))
}

/** The URL of a packet's QR code; as a card, of the image to copy or save. `lang` is the tag of the page's language. */
export function packetQrPath(id: string, lang: string | null, as: 'code' | 'card'): string {
  return addressOf('GET /qr', { query: { packet: id, lang, card: as === 'card' ? '1' : null } })
}
