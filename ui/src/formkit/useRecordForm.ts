// The state of a form that adds or edits a record: values, draft, saving, and conflicts with other people's saves.
import { useEffect, useRef, useState } from 'react'
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { usePerson } from '../api/config'
import { asProblem, type Problem } from '../api/problem'
import { useSingleMutation } from '../api/useSingleMutation'
import { mergedValues } from './mergedValues'
import { type RecordVersion, useDraft, useStoredDraft } from './useStoredDraft'

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
