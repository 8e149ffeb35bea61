// The state of the packet form.
import { useQueryClient } from '@tanstack/react-query'
import type { FieldPath } from 'react-hook-form'
import { type PacketAnswer, reloadPackets, savePacket } from '../../api/packets'
import { useRecordForm } from '../../formkit/useRecordForm'
import { emptyPacket, formField, type PacketValues, toInput, toVersion } from './packetValues'

interface Options {
  /** The packet to edit; undefined to add one. */
  loaded: PacketAnswer | undefined
  reload: (() => Promise<unknown>) | undefined
  /** The content of a new packet, which is not saved yet. */
  initial: PacketValues | undefined
  /** The name of the draft. */
  draftName: string
}

export function usePacketForm({ loaded, reload, initial, draftName }: Options) {
  const client = useQueryClient()
  return useRecordForm({
    draftName: `packet:${draftName}`,
    loaded: loaded ? toVersion(loaded) : { base: emptyPacket, etag: null },
    reload,
    valuesOf: (values) => values,
    initial,
    saved: toInput,
    save: (values, { etag }) => savePacket(toInput(values), loaded?.packet.id, etag),
    onSaved: () => reloadPackets(client),
    onRefused: ({ fieldErrors }, form) =>
      fieldErrors.forEach(({ field, message }, n) => {
        form.setError(formField(field) as FieldPath<PacketValues>, { message }, { shouldFocus: n === 0 })
      }),
  })
}
