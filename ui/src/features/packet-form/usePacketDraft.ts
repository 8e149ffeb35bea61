// Stores what is typed into the packet form, shortly after each change, until it is saved or discarded.
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { packetDrafts } from './packetDraft'
import type { PacketValues } from './packetValues'

const STORE_DELAY_MS = 250

interface Options {
  form: UseFormReturn<PacketValues>
  drafts: ReturnType<typeof packetDrafts>
  isUnsaved: boolean
  /** The version that editing started from. */
  base: () => { values: PacketValues; etag: string | null }
}

/** Returns whether the browser could store the draft, and a function that deletes it for good. */
export function usePacketDraft({ form, drafts, isUnsaved, base }: Options) {
  const [isStored, setStored] = useState(true)
  const ended = useRef(false)
  const baseNow = useRef(base)
  baseNow.current = base
  // External system: the browser's storage.
  useEffect(() => {
    if (!isUnsaved) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const store = () => {
      timer = undefined
      if (ended.current) return
      const { values, etag } = baseNow.current()
      setStored(drafts.write({ values: form.getValues(), base: values, etag, at: new Date().toISOString() }))
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(store, STORE_DELAY_MS)
    }
    later()
    const stop = form.subscribe({ formState: { values: true }, callback: later })
    window.addEventListener('pagehide', store)
    return () => {
      stop()
      window.removeEventListener('pagehide', store)
      if (timer === undefined) return
      clearTimeout(timer)
      store()
    }
  }, [form, drafts, isUnsaved])
  return {
    isStored,
    end: () => {
      ended.current = true
      drafts.drop()
    },
  }
}
