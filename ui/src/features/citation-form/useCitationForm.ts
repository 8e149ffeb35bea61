// The state of the citation form: values, draft, saving, and conflicts with other people's saves.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { type Citation, type CitationAnswer, citationKeys } from '../../api/catalogue/citations'
import { type SavedCitation, saveCitation, storeLink, versionsQuery } from '../../api/catalogue/editing'
import { facetsQuery, searchKey } from '../../api/catalogue/search'
import { usePerson } from '../../api/config'
import { languagesQuery } from '../../api/languages'
import { asProblem, type Problem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { useStoredDraft } from '../../formkit/draft/useStoredDraft'
import { addRecentValues } from '../../session/recentValues'
import { citationDrafts } from './citationDraft'
import { focusFirst } from './ErrorSummary'
import { withStoredLink } from './files/rowFiles'
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
  const { formState, getValues, reset } = form
  /** A version that somebody else has saved, found by another call than a save. */
  const [conflict, setConflict] = useState<Problem | null>(null)
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

  const saving = useSaving({
    id,
    base,
    form,
    onSaved: (citation) => {
      setSaved(citation)
      addRecentValues(person, usedValues(getValues()))
    },
  })
  const mergeWith = ({ citation, etag }: CitationAnswer, mine = getValues()) => {
    const merged = mergedValues(valuesOfBase(base.current), mine, toFormValues(citation))
    base.current = { citation, etag }
    setNewestEtag(etag)
    reset(toFormValues(citation))
    reset(merged, { keepDefaultValues: true })
    saving.reset()
    setConflict(null)
  }

  return {
    form,
    saved,
    isSaving: saving.isPending,
    problem: saving.isError ? asProblem(saving.error) : (conflict ?? undefined),
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
      setConflict(null)
      setRestoredAt(null)
      reset(valuesOfBase(latest))
    },
    deleteDraft,
    /** Merges the input with the version that somebody else has saved; the next save replaces it. */
    mergeWith: (newest: CitationAnswer) => mergeWith(newest),
    /** Stores what a saved link serves, which makes a new version of the citation. */
    storeLink: useLinkStoring({ base, form, mergeWith, onConflict: setConflict }),
    /** Dismisses a failed save; the input stays. */
    dismiss: () => {
      saving.reset()
      setConflict(null)
    },
  }
}

interface SavingOptions {
  id: string | undefined
  base: RefObject<Base>
  form: UseFormReturn<FormValues>
  onSaved: (citation: SavedCitation) => void
}

/** Saves the form; the errors of a refused save are those of its fields. */
function useSaving({ id, base, form, onSaved }: SavingOptions) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (next: FormValues) =>
      saveCitation(toCitation(next, base.current.citation ?? undefined), id, base.current.etag),
    onSuccess: (citation) => {
      if (!citation) return
      onSaved(citation)
      refreshAfterSave(client, citation)
    },
    onError: (error) => {
      const refused = serverErrors(asProblem(error).fieldErrors)
      for (const { name, message } of refused) form.setError(name as keyof FormValues, { type: serverType, message })
      focusFirst(refused)
    },
  })
}

export type CitationFormState = ReturnType<typeof useCitationForm>

/** Refreshes every query that a saved citation affects. */
function refreshAfterSave(client: QueryClient, citation: SavedCitation) {
  void client.invalidateQueries({ queryKey: searchKey })
  void client.invalidateQueries(facetsQuery)
  void client.invalidateQueries(languagesQuery)
  setTimeout(() => void client.invalidateQueries(facetsQuery), FACETS_REFRESH_DELAY_MS)
  for (const queryKey of citationKeys(citation)) client.removeQueries({ queryKey })
  client.removeQueries({ queryKey: versionsQuery(citation.id).queryKey })
}

interface StoringOptions {
  base: RefObject<Base>
  form: UseFormReturn<FormValues>
  mergeWith: (newest: CitationAnswer, mine: FormValues) => void
  onConflict: (problem: Problem) => void
}

/** Returns a function that stores what a link of the citation serves, and shows the file instead of the link. */
function useLinkStoring({ base, form, mergeWith, onConflict }: StoringOptions) {
  const client = useQueryClient()
  return async (url: string) => {
    const { citation, etag } = base.current
    const newest = await storeLink(citation?.id ?? '', url, etag).catch((error: unknown) => {
      if (asProblem(error).status === 412) onConflict(asProblem(error))
      throw error
    })
    // The form has loaded one of them, which must not be replaced.
    for (const queryKey of citationKeys(newest.citation))
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
    void client.invalidateQueries({ queryKey: versionsQuery(newest.citation.id).queryKey })
    const mine = form.getValues()
    const languages = withStoredLink(mine.languages, url, citation, newest.citation)
    // The rows are rendered again with other elements; the person may be typing in one of them.
    const focused = document.activeElement?.id
    flushSync(() => mergeWith(newest, { ...mine, languages }))
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
  }
}
