// Stores the draft of a form while it has unsaved changes: its values, and the version of the record that editing started from.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropDraft, readDraft, writeDraft } from '../session/drafts'

/** A change is stored after this pause, and at once when the page is left. */
const STORE_DELAY_MS = 300

/** A version of a record. */
export interface RecordVersion<Base> {
  base: Base
  /** The entity tag of the version, which a save replaces; null for a record that is not saved yet. */
  etag: string | null
}

interface FormDraft<Values, Base> extends RecordVersion<Base> {
  values: Values
  /** When it was last changed, as an ISO date-time. */
  at: string
}

/** The draft of one person for one form; without a person (sign-in is off) nothing is stored. */
export function useDraft<Values, Base>(person: string | undefined, name: string) {
  const store = useMemo(
    () => ({
      write: (draft: FormDraft<Values, Base>) => person !== undefined && writeDraft(person, name, draft),
      drop: () => {
        if (person !== undefined) dropDraft(person, name)
      },
    }),
    [person, name],
  )
  const [draft] = useState(() => (person === undefined ? null : readDraft<FormDraft<Values, Base>>(person, name)))
  return { draft, store }
}

interface Options<Values extends FieldValues, Base> {
  form: UseFormReturn<Values, { original: Base }>
  store: ReturnType<typeof useDraft<Values, Base>>['store']
  /** The version of the record that the draft starts from. */
  version: () => RecordVersion<Base>
  /** False until a stored draft is restored. */
  isReady: boolean
  isUnsaved: boolean
}

/** Deletes the draft when there are no unsaved changes. */
export function useStoredDraft<Values extends FieldValues, Base>(options: Options<Values, Base>) {
  const { form, store, version, isReady, isUnsaved } = options
  const { getValues, subscribe } = form
  const [isStored, setStored] = useState(true)
  const isDeleted = useRef(false)
  const currentVersion = useRef(version)
  currentVersion.current = version
  // External system: localStorage.
  useEffect(() => {
    if (!isReady) return
    if (!isUnsaved) {
      store.drop()
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      clearTimeout(timer)
      timer = undefined
      if (isDeleted.current) return
      setStored(store.write({ ...currentVersion.current(), values: getValues(), at: new Date().toISOString() }))
    }
    const writePending = () => {
      if (timer !== undefined) write()
    }
    write()
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(write, STORE_DELAY_MS)
      },
    })
    window.addEventListener('pagehide', writePending)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', writePending)
      writePending()
    }
  }, [isReady, isUnsaved, store, getValues, subscribe])
  return {
    /** False when the browser could not store the draft: closing the tab would lose it. */
    isDraftStored: isStored,
    /** Deletes the draft permanently, because the form is about to be unmounted. */
    deleteDraft: () => {
      isDeleted.current = true
      store.drop()
    },
  }
}
