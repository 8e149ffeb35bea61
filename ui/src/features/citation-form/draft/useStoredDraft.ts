// Stores the draft of the citation form while it has unsaved changes.
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from '../formValues'
import type { CitationDraft, citationDrafts } from './citationDraft'

/** A change is stored after this pause, and at once when the page is left. */
const STORE_DELAY_MS = 300

interface Options {
  form: UseFormReturn<FormValues>
  drafts: ReturnType<typeof citationDrafts>
  /** The version of the citation that the draft starts from. */
  base: () => Pick<CitationDraft, 'base' | 'etag'>
  /** False until a stored draft is restored. */
  isReady: boolean
  isUnsaved: boolean
}

/** Deletes the draft when there are no unsaved changes. */
export function useStoredDraft({ form: { getValues, watch }, drafts, base, isReady, isUnsaved }: Options) {
  const [isStored, setStored] = useState(true)
  const isDeleted = useRef(false)
  const currentBase = useRef(base)
  currentBase.current = base
  // External system: localStorage.
  useEffect(() => {
    if (!isReady) return
    if (!isUnsaved) {
      drafts.drop()
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const store = () => {
      clearTimeout(timer)
      timer = undefined
      if (isDeleted.current) return
      setStored(drafts.write({ ...currentBase.current(), values: getValues(), at: new Date().toISOString() }))
    }
    const storePending = () => {
      if (timer !== undefined) store()
    }
    store()
    const changes = watch(() => {
      clearTimeout(timer)
      timer = setTimeout(store, STORE_DELAY_MS)
    })
    window.addEventListener('pagehide', storePending)
    return () => {
      changes.unsubscribe()
      window.removeEventListener('pagehide', storePending)
      storePending()
    }
  }, [isReady, isUnsaved, drafts, getValues, watch])
  return {
    /** False when the browser could not store the draft: closing the tab would lose it. */
    isStored,
    /** Deletes the draft for good, because the form is about to be unmounted. */
    deleteDraft: () => {
      isDeleted.current = true
      drafts.drop()
    },
  }
}
