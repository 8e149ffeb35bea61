// The values of the packet form: conversion from and to a packet, and merging with somebody else's save.
import t from 'messages:staff/packetForm'
import type { Citation } from '../../api/catalogue/citations'
import { maxPacketItems, type Packet, type PacketAnswer, type PacketInput } from '../../api/packets'
import { changedFields } from '../../formkit/useRecordForm'

export interface ItemValues {
  /** The ID of the citation. */
  citation: string
  title: string
  note: string
  obsolete: boolean
  /** The title of the citation that families see instead; empty for none. */
  replacement: string
}

export interface PacketValues {
  title: string
  description: string
  department: string
  published: boolean
  items: ItemValues[]
}

export const emptyPacket: PacketValues = { title: '', description: '', department: '', published: false, items: [] }

export const limits = { title: 200, description: 2_000, note: 200, items: maxPacketItems } as const

const fieldLabels: Record<keyof PacketValues, string> = {
  title: t('title'),
  description: t('description'),
  department: t('department'),
  published: t('published'),
  items: t('handouts'),
}

/** The label of a field of a packet's JSON. */
export const fieldLabel = (field: string) => fieldLabels[field as keyof PacketValues] ?? field

export const toPacketValues = (packet: Packet): PacketValues => ({
  title: packet.title,
  description: packet.description ?? '',
  department: packet.department ?? '',
  published: packet.published,
  items: packet.items.map(({ citation, title, note, obsolete, replacement }) => ({
    citation,
    title,
    note: note ?? '',
    obsolete,
    replacement: replacement?.title ?? '',
  })),
})

/** A loaded packet, as the form compares it with others. */
export const toVersion = ({ packet, etag }: PacketAnswer) => ({ base: toPacketValues(packet), etag })

/** The numbers of handouts that a new packet did not take over, by reason. */
export interface LeftOutCounts {
  obsolete: number
  /** Beyond the maximum. */
  tooMany: number
  /** Without a citation of this ID. */
  missing: number
}

/** The content of a new packet. */
export interface NewPacket {
  values: PacketValues
  leftOut: LeftOutCounts
}

/** A new packet with the content of another one. Its obsolete handouts, which a new packet must not have, are left out. */
export function copiedPacket(packet: Packet): NewPacket {
  const items = packet.items.flatMap(({ citation, title, note, obsolete, replacement }) => {
    const shown = replacement ?? (obsolete ? null : { citation, title })
    return shown ? [{ ...itemOf(shown.citation, shown.title), note: note ?? '' }] : []
  })
  return {
    values: { ...toPacketValues(packet), department: '', published: false, items: withoutDuplicates(items) },
    leftOut: { obsolete: packet.items.length - items.length, tooMany: 0, missing: 0 },
  }
}

/** A new packet with the citations of the first `ids`, in order; obsolete ones are left out. */
export function gatheredPacket(ids: readonly string[], citations: readonly Citation[]): NewPacket {
  const inUse = citations.filter(({ obsolete }) => !obsolete)
  const tooMany = Math.max(0, ids.length - limits.items)
  return {
    values: { ...emptyPacket, items: withoutDuplicates(inUse.map(({ id, title }) => itemOf(id, title))) },
    leftOut: {
      obsolete: citations.length - inUse.length,
      tooMany,
      missing: ids.length - tooMany - citations.length,
    },
  }
}

const withoutDuplicates = (items: readonly ItemValues[]) =>
  items
    .filter(({ citation }, n) => items.findIndex((other) => other.citation === citation) === n)
    .slice(0, limits.items)

/** An item of a citation in use. */
export const itemOf = (citation: string, title: string): ItemValues => ({
  citation,
  title,
  note: '',
  obsolete: false,
  replacement: '',
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

export const toInput = ({ title, description, department, published, items }: PacketValues): PacketInput => ({
  title: title.trim(),
  description: orNull(description),
  department: orNull(department),
  published,
  items: items.map(({ citation, note }) => ({ citation, note: orNull(note) })),
})

/** The name of a form field for a field named in a response: `items[3].citation` is `items.3.citation`. */
export const formField = (field: string) => (field === 'items' ? 'items.root' : field.replace(/\[(\d+)\]/g, '.$1'))

/** The labels of the fields that differ. */
export const changedLabels = (before: PacketValues, after: PacketValues) =>
  changedFields(toInput(before), toInput(after)).map(fieldLabel)
