// The state of the packet form: values, draft, saving, and conflicts with other people's saves.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { usePerson } from '../../api/config'
import { type Packet, type PacketAnswer, reloadPackets, savePacket } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { formDrafts } from '../../formkit/draft/formDrafts'
import { useStoredDraft } from '../../formkit/draft/useStoredDraft'
import { emptyPacket, formField, mergedPacket, type PacketValues, toInput, toPacketValues } from './packetValues'

interface Options {
  /** The packet to edit; undefined to add one. */
  loaded: PacketAnswer | undefined
  /** The content of a new packet, which is not saved yet. */
  initial?: PacketValues
  /** The name of the draft. */
  draftName: string
}

export function usePacketForm({ loaded, initial, draftName }: Options) {
  /** The person who edits, also after their sign-in has expired. */
  const [person] = useState(usePerson())
  const drafts = useMemo(
    () => formDrafts<PacketValues, PacketValues>(person, `packet:${draftName}`),
    [person, draftName],
  )
  const [draft] = useState(drafts.read)
  const latest = { values: loaded ? toPacketValues(loaded.packet) : emptyPacket, etag: loaded?.etag ?? null }
  /** The version that a save replaces. It changes when the person continues after somebody else's save. */
  const base = useRef(draft ? { values: draft.base, etag: draft.etag } : latest)
  const [newestEtag, setNewestEtag] = useState(latest.etag)
  const form = useForm<PacketValues>({ defaultValues: base.current.values })
  const { reset, formState } = form
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null)
  const [saved, setSaved] = useState<Packet | null>(null)
  const [isDeleted, setDeleted] = useState(false)
  const [isReady, setReady] = useState(draft === null && !initial)

  // External system: localStorage, which may have a draft of an earlier visit; otherwise the initial content.
  useEffect(() => {
    const values = draft?.values ?? initial
    if (values) reset(values, { keepDefaultValues: true })
    setReady(true)
  }, [draft, initial, reset])

  const isUnsaved = formState.isDirty && saved === null && !isDeleted
  const { isStored, deleteDraft } = useStoredDraft({
    form,
    drafts,
    base: () => ({ base: base.current.values, etag: base.current.etag }),
    isReady,
    isUnsaved,
  })

  const client = useQueryClient()
  const saving = useSingleMutation({
    mutationFn: (values: PacketValues) => savePacket(toInput(values), loaded?.packet.id, base.current.etag),
    onSuccess: (packet) => {
      reloadPackets(client)
      setSaved(packet)
    },
    onError: (error) => {
      asProblem(error).fieldErrors.forEach(({ field, message }, n) => {
        form.setError(formField(field) as FieldPath<PacketValues>, { message }, { shouldFocus: n === 0 })
      })
    },
  })
  const discard = () => {
    base.current = latest
    saving.reset()
    setRestoredAt(null)
    reset(latest.values)
  }
  return {
    form,
    saved,
    isDeleted,
    /** After the deletion of the packet, nothing is unsaved. */
    markDeleted: () => setDeleted(true),
    isSaving: saving.isPending,
    problem: saving.isError ? asProblem(saving.error) : undefined,
    isUnsaved,
    /** False when the browser could not store the draft: closing the tab would lose it. */
    isDraftStored: isStored,
    restoredAt,
    baseValues: () => base.current.values,
    /** The ETag of the latest version that the person knows; null when adding. */
    newestEtag,
    save: (values: PacketValues) => saving.mutate(values),
    /** Sends an invalid form too: the server refuses it, and names its handouts that may not be added. */
    saveInvalid: () => {
      const values = form.getValues()
      if (values.items.length > 0) saving.mutate(values)
    },
    discard,
    /** Deletes the draft without changing the form, which is about to be unmounted. */
    deleteDraft,
    /** Merges the input with the version that somebody else has saved; the next save replaces it. */
    mergeWith: ({ packet, etag }: PacketAnswer) => {
      const newest = toPacketValues(packet)
      const merged = mergedPacket(base.current.values, form.getValues(), newest)
      base.current = { values: newest, etag }
      setNewestEtag(etag)
      reset(newest)
      reset(merged, { keepDefaultValues: true })
      saving.reset()
    },
    /** Dismisses a failed save; the input stays. */
    dismiss: () => saving.reset(),
  }
}
