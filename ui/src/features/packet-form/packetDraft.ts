// The draft of the packet form: its values, and the version of the packet that it started from.
import { dropDraft, readDraft, writeDraft } from '../../session/drafts'
import type { PacketValues } from './packetValues'

export interface PacketDraft {
  values: PacketValues
  /** The values when editing started. */
  base: PacketValues
  /** The entity tag of that version; saving replaces only it. */
  etag: string | null
  /** When it was last changed, as an ISO date-time. */
  at: string
}

/** Reads and stores the draft of one person for one form; without a person (sign-in is off) nothing is stored. */
export function packetDrafts(person: string | undefined, form: string) {
  const name = `packet:${form}`
  return {
    read: () => (person === undefined ? null : readDraft<PacketDraft>(person, name)),
    write: (draft: PacketDraft) => person !== undefined && writeDraft(person, name, draft),
    drop: () => {
      if (person !== undefined) dropDraft(person, name)
    },
  }
}
