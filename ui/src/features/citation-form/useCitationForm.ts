// The state of the citation form: values, draft, saving, and conflicts with other people's saves.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { addressId, type Citation, type CitationAnswer, citationQuery } from '../../api/catalogue/citations'
import { type SavedCitation, saveCitation, versionsQuery } from '../../api/catalogue/editing'
import { facetsQuery, searchKey } from '../../api/catalogue/search'
import { usePerson } from '../../api/config'
import { languagesQuery } from '../../api/languages'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { useStoredDraft } from '../../formkit/draft/useStoredDraft'
import { addRecentValues } from '../../session/recentValues'
import { citationDrafts } from './citationDraft'
import { focusFirst } from './ErrorSummary'
import { emptyForm, type FormValues, toCitation, toFormValues } from './formValues'
import { usedValues } from './listOptions'
import { mergedValues } from './mergedValues'
import { listErrors, type Original, serverErrors, serverType, validate } from './validation'

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
  const [newestEtag, setNewestEtag] = useState(latest.etag)
  const form = useForm<FormValues, { original: Original }>({
    defaultValues: valuesOfBase(base.current),
    resolver: validate,
    context: { original: base.current.citation },
    shouldFocusError: false,
  })
  const { formState, getValues, reset, setError } = form
  const [saved, setSaved] = useState<SavedCitation | null>(null)
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null)
  const [isReady, setReady] = useState(draft === null)

  // External system: localStorage, which may have a draft of an earlier visit.
  useEffect(() => {
    if (draft) reset({ ...valuesOfBase(base.current), ...draft.values }, { keepDefaultValues: true })
    setReady(true)
  }, [draft, reset])

  const isUnsaved = formState.isDirty && saved === null
  const { isStored, deleteDraft } = useStoredDraft({
    form,
    drafts,
    base: () => ({ base: base.current.citation, etag: base.current.etag }),
    isReady,
    isUnsaved,
  })

  const client = useQueryClient()
  const saving = useSingleMutation({
    mutationFn: (next: FormValues) =>
      saveCitation(toCitation(next, base.current.citation ?? undefined), id, base.current.etag),
    onSuccess: (citation) => {
      if (!citation) return
      setSaved(citation)
      addRecentValues(person, usedValues(getValues()))
      refreshAfterSave(client, citation)
    },
    onError: (error) => {
      const refused = serverErrors(asProblem(error).fieldErrors)
      for (const { name, message } of refused) setError(name as keyof FormValues, { type: serverType, message })
      focusFirst(refused)
    },
  })

  return {
    form,
    saved,
    isSaving: saving.isPending,
    problem: saving.isError ? asProblem(saving.error) : undefined,
    errors: listErrors(formState.errors),
    isUnsaved,
    /** False when the browser could not store the draft: closing the tab would lose it. */
    isDraftStored: isStored,
    /** When the restored draft was last changed; null when none was restored, or it was discarded. */
    restoredAt,
    /** The version that editing started from. */
    base: base.current.citation,
    /** The ETag of the latest version that the person knows; null when adding. */
    newestEtag,
    save: (values: FormValues) => saving.mutate(values),
    /** Discards the input and shows the citation as it was loaded. */
    discard: () => {
      base.current = latest
      saving.reset()
      setRestoredAt(null)
      reset(valuesOfBase(latest))
    },
    deleteDraft,
    /** Merges the input with the version that somebody else has saved; the next save replaces it. */
    mergeWith: ({ citation, etag }: CitationAnswer) => {
      const merged = mergedValues(valuesOfBase(base.current), getValues(), toFormValues(citation))
      base.current = { citation, etag }
      setNewestEtag(etag)
      reset(toFormValues(citation))
      reset(merged, { keepDefaultValues: true })
      saving.reset()
    },
    /** Dismisses a failed save; the input stays. */
    dismiss: () => saving.reset(),
  }
}

export type CitationFormState = ReturnType<typeof useCitationForm>

/** Refreshes every query that a saved citation affects. */
function refreshAfterSave(client: QueryClient, citation: SavedCitation) {
  void client.invalidateQueries({ queryKey: searchKey })
  void client.invalidateQueries(facetsQuery)
  void client.invalidateQueries(languagesQuery)
  setTimeout(() => void client.invalidateQueries(facetsQuery), FACETS_REFRESH_DELAY_MS)
  for (const known of [citation.id, addressId(citation)])
    client.removeQueries({ queryKey: citationQuery(known).queryKey })
  client.removeQueries({ queryKey: versionsQuery(citation.id).queryKey })
}
