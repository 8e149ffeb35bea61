// The draft of the citation form.
import type { Citation } from '../../api/catalogue/citations'
import { formDrafts } from '../../formkit/draft/formDrafts'
import { emptyForm, emptyRow, type FormValues, toFormValues } from './formValues'

const draftName = (id: string | undefined) => (id === undefined ? 'citation:new' : `citation:${id}`)

/** Reads and stores the draft of one person for one citation; its base is null for a new one. */
export function citationDrafts(person: string | undefined, id: string | undefined) {
  const drafts = formDrafts<FormValues, Citation | null>(person, draftName(id))
  return {
    ...drafts,
    read: () => {
      const draft = drafts.read()
      if (!draft) return null
      // A draft of an earlier release lacks fields that were added later.
      const values = { ...(draft.base ? toFormValues(draft.base) : emptyForm), ...draft.values }
      return { ...draft, values: { ...values, languages: values.languages.map((row) => ({ ...emptyRow, ...row })) } }
    },
  }
}
