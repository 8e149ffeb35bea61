// Stores the draft of a form while it has unsaved changes.
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { FormDraft } from './formDrafts'

/** A change is stored after this pause, and at once when the page is left. */
const STORE_DELAY_MS = 300

interface Options<Values extends FieldValues, Base> {
  form: UseFormReturn<Values>
  drafts: { write: (draft: FormDraft<Values, Base>) => boolean; drop: () => void }
  /** The version of the record that the draft starts from. */
  base: () => Pick<FormDraft<Values, Base>, 'base' | 'etag'>
  /** False until a stored draft is restored. */
  isReady: boolean
  isUnsaved: boolean
}

/** Deletes the draft when there are no unsaved changes. */
export function useStoredDraft<Values extends FieldValues, Base>(options: Options<Values, Base>) {
  const {
    form: { getValues, subscribe },
    drafts,
    base,
    isReady,
    isUnsaved,
  } = options
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
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(store, STORE_DELAY_MS)
      },
    })
    window.addEventListener('pagehide', storePending)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', storePending)
      storePending()
    }
  }, [isReady, isUnsaved, drafts, getValues, subscribe])
  return {
    /** False when the browser could not store the draft: closing the tab would lose it. */
    isStored,
    /** Deletes the draft permanently, because the form is about to be unmounted. */
    deleteDraft: () => {
      isDeleted.current = true
      drafts.drop()
    },
  }
}
