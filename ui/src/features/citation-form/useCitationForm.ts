// The state of the citation form: values, draft, saving, and conflicts with other people's saves.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { addressId, type Citation, type CitationAnswer, citationQuery } from '../../api/catalogue/citations'
import { type SavedCitation, saveCitation, versionsQuery } from '../../api/catalogue/editing'
import { facetsQuery, searchKey } from '../../api/catalogue/search'
import { usePerson } from '../../api/config'
import { languagesQuery } from '../../api/languages'
import { asProblem } from '../../api/problem'
import { addRecentValues } from '../../session/recentValues'
import { citationDrafts } from './citationDraft'
import {
  controlId,
  emptyForm,
  type FormError,
  type FormValues,
  formErrors,
  toCitation,
  toFormValues,
} from './formValues'
import { usedValues } from './listOptions'
import { mergedValues } from './mergedValues'

/** Facets are refreshed once more after a save. Source: spec section 7. */
const FACETS_REFRESH_DELAY_MS = 30_000

interface Base {
  citation: Citation | null
  etag: string | null
}

const valuesOfBase = ({ citation }: Base) => (citation ? toFormValues(citation) : emptyForm)

/** `loaded` is the citation to edit; undefined to add one. */
export function useCitationForm(loaded: CitationAnswer | undefined) {
  const id = loaded?.citation.id
  /** The person who edits, also after their sign-in has expired. */
  const [person] = useState(usePerson())
  const drafts = useMemo(() => citationDrafts(person, id), [person, id])
  const [draft] = useState(drafts.read)
  const latest: Base = { citation: loaded?.citation ?? null, etag: loaded?.etag ?? null }
  /** The version that a save replaces. It changes when the person continues after somebody else's save. */
  const base = useRef<Base>(draft ? { citation: draft.base, etag: draft.etag } : latest)
  const form = useForm<FormValues>({ defaultValues: valuesOfBase(base.current) })
  const { formState, getValues, reset, watch } = form
  const [tried, setTried] = useState(false)
  const [fromServer, setFromServer] = useState<FormError[]>([])
  const [saved, setSaved] = useState<SavedCitation | null>(null)
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null)
  const [isReady, setReady] = useState(draft === null)
  const [isDraftStored, setDraftStored] = useState(true)

  // External system: what the browser's storage has kept of an earlier visit.
  useEffect(() => {
    if (draft) reset({ ...valuesOfBase(base.current), ...draft.values }, { keepDefaultValues: true })
    setReady(true)
  }, [draft, reset])

  const values = watch()
  const text = JSON.stringify(values)
  const isUnsaved = formState.isDirty && saved === null
  // External system: the browser's storage keeps what is typed.
  useEffect(() => {
    if (!isReady || saved !== null) return
    if (!isUnsaved) {
      drafts.drop()
      return
    }
    const { citation, etag } = base.current
    const at = new Date().toISOString()
    setDraftStored(drafts.write({ values: JSON.parse(text) as FormValues, base: citation, etag, at }))
  }, [text, isUnsaved, isReady, saved, drafts])

  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (next: FormValues) =>
      saveCitation(toCitation(next, base.current.citation ?? undefined), id, base.current.etag),
    onSuccess: (citation) => {
      if (!citation) return
      drafts.drop()
      setSaved(citation)
      addRecentValues(person, usedValues(getValues()))
      void client.invalidateQueries({ queryKey: searchKey })
      void client.invalidateQueries(facetsQuery)
      void client.invalidateQueries(languagesQuery)
      setTimeout(() => void client.invalidateQueries(facetsQuery), FACETS_REFRESH_DELAY_MS)
      for (const known of [citation.id, addressId(citation)])
        client.removeQueries({ queryKey: citationQuery(known).queryKey })
      client.removeQueries({ queryKey: versionsQuery(citation.id).queryKey })
    },
    onError: (error) => {
      setFromServer(asProblem(error).fieldErrors.map(({ field, message }) => ({ id: controlId(field), message })))
    },
  })

  return {
    form,
    values,
    saved,
    isSaving: saving.isPending,
    problem: saving.isError ? asProblem(saving.error) : undefined,
    errors: [...(tried ? formErrors(values) : []), ...fromServer],
    isUnsaved,
    /** False when the browser could not store the draft: closing the tab would lose it. */
    isDraftStored,
    /** When the restored draft was last changed; null when none was restored, or it was discarded. */
    restoredAt,
    /** The version that editing started from. */
    base: base.current.citation,
    /** Saves a valid form; otherwise the first invalid field gets the focus. */
    save: () => {
      setTried(true)
      setFromServer([])
      const [first] = formErrors(getValues())
      if (first) document.getElementById(first.id)?.focus()
      else if (!saving.isPending) saving.mutate(getValues())
    },
    /** Discards the input and shows the citation as it was loaded. */
    discard: () => {
      base.current = latest
      drafts.drop()
      saving.reset()
      setRestoredAt(null)
      setTried(false)
      setFromServer([])
      reset(valuesOfBase(latest))
    },
    /** Deletes the draft without changing the form, which is about to be unmounted. */
    deleteDraft: () => {
      setReady(false)
      drafts.drop()
    },
    /** Merges the input with the version that somebody else has saved; the next save replaces it. */
    mergeWith: ({ citation, etag }: CitationAnswer) => {
      const merged = mergedValues(valuesOfBase(base.current), getValues(), toFormValues(citation))
      base.current = { citation, etag }
      reset(toFormValues(citation))
      reset(merged, { keepDefaultValues: true })
      saving.reset()
    },
    /** Dismisses a failed save; the input stays. */
    dismiss: () => saving.reset(),
  }
}

export type CitationFormState = ReturnType<typeof useCitationForm>
