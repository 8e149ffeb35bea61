// The citation form's state: values, their draft, saving, and what to do when somebody else has saved meanwhile.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { addressId, type Citation, type CitationAnswer, citationQuery } from '../../api/citations'
import { usePerson } from '../../api/config'
import { type SavedCitation, saveCitation, versionsQuery } from '../../api/editing'
import { languagesQuery } from '../../api/languages'
import { asProblem } from '../../api/problem'
import { facetsQuery } from '../../api/search'
import { noteRecentValues } from '../../session/recentValues'
import { citationDrafts } from './citationDraft'
import { citationOf, emptyForm, type Fault, type FormValues, faultsOf, idOfServerField, valuesOf } from './formValues'
import { usedValues } from './listOptions'
import { mergedValues } from './mergedValues'

/** Facets are asked for again so long after a save: other citations may follow it. */
const facetsAgainMs = 30_000

interface Base {
  citation: Citation | null
  etag: string | null
}

const valuesOfBase = ({ citation }: Base) => (citation ? valuesOf(citation) : emptyForm)

/** `loaded` is the citation to edit; undefined to add one. */
export function useCitationForm(loaded: CitationAnswer | undefined) {
  const id = loaded?.citation.id
  /** Whose form this is, also after their sign-in has ended. */
  const [person] = useState(usePerson())
  const drafts = useMemo(() => citationDrafts(person, id), [person, id])
  const [draft] = useState(drafts.read)
  const latest: Base = { citation: loaded?.citation ?? null, etag: loaded?.etag ?? null }
  /** The state that a save replaces; moves on when somebody keeps editing over another's change. */
  const base = useRef<Base>(draft ? { citation: draft.base, etag: draft.etag } : latest)
  const form = useForm<FormValues>({ defaultValues: valuesOfBase(base.current) })
  const { formState, getValues, reset, watch } = form
  const [tried, setTried] = useState(false)
  const [fromServer, setFromServer] = useState<Fault[]>([])
  const [saved, setSaved] = useState<SavedCitation | null>(null)
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null)
  const [isReady, setReady] = useState(draft === null)
  const [isKept, setKept] = useState(true)

  // The outside world: what the browser's storage has kept of an earlier visit.
  useEffect(() => {
    if (draft) reset({ ...valuesOfBase(base.current), ...draft.values }, { keepDefaultValues: true })
    setReady(true)
  }, [draft, reset])

  const values = watch()
  const text = JSON.stringify(values)
  const isUnsaved = formState.isDirty && saved === null
  // The outside world: the browser's storage keeps what is typed.
  useEffect(() => {
    if (!isReady || saved !== null) return
    if (!isUnsaved) {
      drafts.drop()
      return
    }
    const { citation, etag } = base.current
    const at = new Date().toISOString()
    setKept(drafts.write({ values: JSON.parse(text) as FormValues, base: citation, etag, at }))
  }, [text, isUnsaved, isReady, saved, drafts])

  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (next: FormValues) =>
      saveCitation(citationOf(next, base.current.citation ?? undefined), id, base.current.etag),
    onSuccess: (citation) => {
      if (!citation) return
      drafts.drop()
      setSaved(citation)
      noteRecentValues(person, usedValues(getValues()))
      void client.invalidateQueries({ queryKey: ['search'] })
      void client.invalidateQueries(facetsQuery)
      void client.invalidateQueries(languagesQuery)
      setTimeout(() => void client.invalidateQueries(facetsQuery), facetsAgainMs)
      for (const known of [citation.id, addressId(citation)])
        client.removeQueries({ queryKey: citationQuery(known).queryKey })
      client.removeQueries({ queryKey: versionsQuery(citation.id).queryKey })
    },
    onError: (error) => {
      setFromServer(asProblem(error).fieldErrors.map(({ field, message }) => ({ id: idOfServerField(field), message })))
    },
  })

  return {
    form,
    values,
    saved,
    isSaving: saving.isPending,
    problem: saving.isError ? asProblem(saving.error) : undefined,
    faults: [...(tried ? faultsOf(values) : []), ...fromServer],
    isUnsaved,
    /** False when the browser does not store the draft: closing the tab would lose it. */
    isKept,
    /** When the draft that was restored was last changed; null when none was, or it has been dealt with. */
    restoredAt,
    /** The state that editing began with. */
    base: base.current.citation,
    /** Saves, unless something is missing; then the first fault takes the focus. */
    save: () => {
      setTried(true)
      setFromServer([])
      const [first] = faultsOf(getValues())
      if (first) document.getElementById(first.id)?.focus()
      else if (!saving.isPending) saving.mutate(getValues())
    },
    /** Drops what was typed and shows the citation as it was loaded. */
    discard: () => {
      base.current = latest
      drafts.drop()
      saving.reset()
      setRestoredAt(null)
      setTried(false)
      setFromServer([])
      reset(valuesOfBase(latest))
    },
    /** Ends the draft without touching the form, which is about to go. */
    endDraft: () => {
      setReady(false)
      drafts.drop()
    },
    /** Continues over what somebody else has saved; the next save replaces their state. */
    continueOver: ({ citation, etag }: CitationAnswer) => {
      const merged = mergedValues(valuesOfBase(base.current), getValues(), valuesOf(citation))
      base.current = { citation, etag }
      reset(valuesOf(citation))
      reset(merged, { keepDefaultValues: true })
      saving.reset()
    },
    /** Puts a failed save aside; everything typed stays. */
    dismiss: () => saving.reset(),
  }
}

export type CitationFormState = ReturnType<typeof useCitationForm>
