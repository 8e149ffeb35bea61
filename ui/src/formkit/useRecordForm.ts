// The state of a form that adds or edits a record: values, draft, saving, and conflicts with other people's saves.
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { usePerson } from '../api/config'
import { asProblem, type Problem } from '../api/problem'
import { useSingleMutation } from '../api/useSingleMutation'
import { dropDraft, readDraft, writeDraft } from '../session/drafts'

interface Options<Values extends FieldValues, Base, Saved> {
  /** The name of the draft. */
  draftName: string
  /** The version that was loaded. Its base is what the draft stores of it. */
  loaded: RecordVersion<Base>
  /** Loads the record again after a restore or a conflict; missing for a new one. */
  reload?: (() => Promise<unknown>) | undefined
  valuesOf: (base: Base) => Values
  /** The input that a new record starts with. */
  initial?: Values | undefined
  /** Adds what a draft of an earlier release lacks. */
  complete?: (values: Values) => Values
  /** What is saved of the values, by field; all of them by default. */
  saved?: (values: Values) => object
  /** The context of the resolver is the version that editing started from. */
  form?: Pick<UseFormProps<Values, { original: Base }>, 'resolver' | 'shouldFocusError'>
  save: (values: Values, version: RecordVersion<Base>) => Promise<Saved>
  onSaved: (record: Saved, values: Values) => void
  /** Shows the errors of a refused save. */
  onRefused: (problem: Problem, form: UseFormReturn<Values, { original: Base }>) => void
}

export function useRecordForm<Values extends FieldValues, Base, Saved>(options: Options<Values, Base, Saved>) {
  const { loaded, reload, valuesOf, complete = (values) => values } = options
  /** The person who edits, also after their sign-in has expired. */
  const [person] = useState(usePerson())
  const { draft, store } = useDraft<Values, Base>(person, options.draftName)
  /** The version that a save replaces. It changes when the person continues after somebody else's save. */
  const version = useRef<RecordVersion<Base>>(draft ? { base: draft.base, etag: draft.etag } : loaded)
  const [newestEtag, setNewestEtag] = useState(loaded.etag)
  const form = useForm<Values, { original: Base }>({
    ...options.form,
    // The type of the library wants a value for each key of an unknown type.
    defaultValues: valuesOf(version.current.base) as UseFormProps<Values>['defaultValues'],
    context: { original: version.current.base },
  })
  const { reset, getValues } = form
  const [initial] = useState(() => (draft ? complete({ ...valuesOf(draft.base), ...draft.values }) : options.initial))
  const [isReady, setReady] = useState(!initial)
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null)
  const [saved, setSaved] = useState<Saved | null>(null)
  const [isDeleted, setDeleted] = useState(false)
  /** A version that somebody else has saved, found by another call than a save. */
  const [conflict, setConflict] = useState<Problem | null>(null)

  // External system: localStorage, which may have a draft of an earlier visit; otherwise the initial content.
  useEffect(() => {
    if (initial) reset(initial, { keepDefaultValues: true })
    setReady(true)
  }, [initial, reset])

  const isUnsaved = form.formState.isDirty && saved === null && !isDeleted
  const stored = useStoredDraft({ form, store, version: () => version.current, isReady, isUnsaved })

  const saving = useSingleMutation({
    mutationFn: (values: Values) => options.save(values, version.current),
    onSuccess: (record) => {
      setSaved(record)
      options.onSaved(record, getValues())
    },
    onError: (error) => options.onRefused(asProblem(error), form),
  })
  const dismiss = () => {
    saving.reset()
    setConflict(null)
  }
  const discard = () => {
    version.current = loaded
    dismiss()
    setRestoredAt(null)
    reset(valuesOf(loaded.base))
  }
  return {
    form,
    /** What the server has saved; null before. */
    saved,
    isDeleted,
    /** After the deletion of the record, nothing is unsaved. */
    markDeleted: () => setDeleted(true),
    isSaving: saving.isPending,
    problem: saving.isError ? asProblem(saving.error) : (conflict ?? undefined),
    isUnsaved,
    ...stored,
    /** When the restored draft was last changed; null when none was restored, or it was discarded. */
    restoredAt,
    /** The version that editing started from, and what a save replaces. */
    version,
    /** The entity tag of the latest version that the person knows; null when adding. */
    newestEtag,
    save: (values: Values) => saving.mutate(values),
    /** Discards the input and shows the record as it was loaded. */
    discard,
    /** Discards the input and shows the latest version; undefined for a new record. */
    showLatest:
      reload &&
      (() => {
        discard()
        return reload()
      }),
    /** Merges the input with the version that somebody else has saved; the next save replaces it. */
    mergeWith: (newest: RecordVersion<Base>, mine = getValues()) => {
      const merged = mergedValues(valuesOf(version.current.base), mine, valuesOf(newest.base), options.saved)
      version.current = newest
      setNewestEtag(newest.etag)
      reset(valuesOf(newest.base))
      reset(merged, { keepDefaultValues: true })
      dismiss()
    },
    reportConflict: setConflict,
    /** Dismisses a failed save; the input stays. */
    dismiss,
  }
}

export type RecordFormState<Values extends FieldValues, Base, Saved> = ReturnType<
  typeof useRecordForm<Values, Base, Saved>
>

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
function useDraft<Values, Base>(person: string | undefined, name: string) {
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

interface UseStoredDraftOptions<Values extends FieldValues, Base> {
  form: UseFormReturn<Values, { original: Base }>
  store: ReturnType<typeof useDraft<Values, Base>>['store']
  /** The version of the record that the draft starts from. */
  version: () => RecordVersion<Base>
  /** False until a stored draft is restored. */
  isReady: boolean
  isUnsaved: boolean
}

/** Deletes the draft when there are no unsaved changes. */
function useStoredDraft<Values extends FieldValues, Base>(options: UseStoredDraftOptions<Values, Base>) {
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

/** The names of the fields that differ, in the order of the first object. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields) =>
  (Object.keys(before) as (keyof Fields & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/**
 * Applies the person's changes since `before` to the latest version; fields that they did not change show the saved values.
 * `saved` are the fields that a save sends of the values.
 */
export function mergedValues<Values extends object>(
  before: Values,
  mine: Values,
  newest: Values,
  saved: (values: Values) => object = (values) => values,
): Values {
  const own = changedFields(saved(before), saved(mine)).map((name) => [name, mine[name as keyof Values]])
  return { ...newest, ...Object.fromEntries(own) }
}
