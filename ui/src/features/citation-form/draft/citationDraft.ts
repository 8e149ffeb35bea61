// The draft of the citation form: its values, and the version of the citation that it started from.
import type { Citation } from '../../../api/catalogue/citations'
import { dropDraft, readDraft, writeDraft } from '../../../session/drafts'
import { emptyForm, type FormValues, toFormValues } from '../formValues'

export interface CitationDraft {
  values: FormValues
  /** The citation when editing started; null for a new one. */
  base: Citation | null
  /** The entity tag of that version; saving replaces only it. */
  etag: string | null
  /** When it was last changed, as an ISO date-time. */
  at: string
}

const draftName = (id: string | undefined) => (id === undefined ? 'citation:new' : `citation:${id}`)

/** Reads and stores the draft of one person for one citation; without a person (sign-in is off) nothing is stored. */
export function citationDrafts(person: string | undefined, id: string | undefined) {
  const name = draftName(id)
  return {
    read: () => {
      const draft = person === undefined ? null : readDraft<CitationDraft>(person, name)
      // A draft of an earlier release lacks fields that were added later.
      return draft && { ...draft, values: { ...(draft.base ? toFormValues(draft.base) : emptyForm), ...draft.values } }
    },
    write: (draft: CitationDraft) => person !== undefined && writeDraft(person, name, draft),
    drop: () => {
      if (person !== undefined) dropDraft(person, name)
    },
  }
}
