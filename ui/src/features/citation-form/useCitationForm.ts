// The state of the citation form, and storing what one of its links serves.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { type Citation, type CitationAnswer, citationKeys } from '../../api/catalogue/citations'
import { type SavedCitation, saveCitation, storeLink, versionsQuery } from '../../api/catalogue/editing'
import { facetsQuery } from '../../api/catalogue/lookups'
import { searchKey } from '../../api/catalogue/search'
import { usePerson } from '../../api/config'
import { languagesQuery } from '../../api/languages'
import { asProblem } from '../../api/problem'
import { type RecordFormState, useRecordForm } from '../../formkit/useRecordForm'
import { addRecentValues } from '../../session/recentValues'
import { withStoredLink } from './files/useRowFiles'
import { emptyForm, emptyRow, type FormValues, toCitation, toFormValues, toVersion } from './formValues'
import { usedValues } from './useFields'
import { focusFirst, serverErrors, serverType, validate } from './validation'

/** Facets are refreshed once more after a save. Source: spec section 7. */
const FACETS_REFRESH_DELAY_MS = 30_000

export type CitationFormState = RecordFormState<FormValues, Citation | null, SavedCitation>

/** `loaded` is the citation to edit; undefined to add one. */
export function useCitationForm(loaded: CitationAnswer | undefined, reload: (() => Promise<unknown>) | undefined) {
  const id = loaded?.citation.id
  const person = usePerson()
  const client = useQueryClient()
  return useRecordForm<FormValues, Citation | null, SavedCitation>({
    draftName: `citation:${id ?? 'new'}`,
    loaded: loaded ? toVersion(loaded) : { base: null, etag: null },
    reload,
    valuesOf: (citation) => (citation ? toFormValues(citation) : emptyForm),
    complete: (values) => ({ ...values, languages: values.languages.map((row) => ({ ...emptyRow, ...row })) }),
    form: { resolver: validate, shouldFocusError: false },
    save: (values, { base, etag }) => saveCitation(toCitation(values, base ?? undefined), id, etag),
    onSaved: (citation, values) => {
      addRecentValues(person, usedValues(values))
      refreshAfterSave(client, citation)
    },
    onRefused: ({ fieldErrors }, form) => {
      const errors = serverErrors(fieldErrors)
      for (const { name, message } of errors) form.setError(name as keyof FormValues, { type: serverType, message })
      focusFirst(errors)
    },
  })
}

/** Refreshes every query that a saved citation affects. */
function refreshAfterSave(client: QueryClient, citation: SavedCitation) {
  void client.invalidateQueries({ queryKey: searchKey })
  void client.invalidateQueries(facetsQuery)
  void client.invalidateQueries(languagesQuery)
  setTimeout(() => void client.invalidateQueries(facetsQuery), FACETS_REFRESH_DELAY_MS)
  for (const queryKey of citationKeys(citation)) client.removeQueries({ queryKey })
  client.removeQueries({ queryKey: versionsQuery(citation.id).queryKey })
}

/** Returns a function that stores what a link of the citation serves, and shows the file instead of the link. */
export function useLinkStoring({ form, version, mergeWith, reportConflict }: CitationFormState) {
  const client = useQueryClient()
  return async (url: string) => {
    const { base: citation, etag } = version.current
    const newest = await storeLink(citation?.id ?? '', url, etag).catch((error: unknown) => {
      if (asProblem(error).status === 412) reportConflict(asProblem(error))
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
    flushSync(() => mergeWith(toVersion(newest), { ...mine, languages }))
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
  }
}
