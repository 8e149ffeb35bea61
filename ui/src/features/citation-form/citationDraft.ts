// The citation form's draft: what was typed, and the state of the citation that it started from.
import type { Citation } from '../../api/citations'
import { dropDraft, readDraft, writeDraft } from '../../session/drafts'
import { emptyForm, type FormValues, valuesOf } from './formValues'

export interface CitationDraft {
  values: FormValues
  /** The citation as it was when editing began; null when adding one. */
  base: Citation | null
  /** The tag of that state: saving replaces it and no other. */
  etag: string | null
  /** When it was last changed, as an ISO date-time. */
  at: string
}

const nameOf = (id: string | undefined) => (id === undefined ? 'citation:new' : `citation:${id}`)

/** The drafts of one person for one citation; without a person (sign-in is off) there are none. */
export function citationDrafts(person: string | undefined, id: string | undefined) {
  const name = nameOf(id)
  return {
    read: () => {
      const draft = person === undefined ? null : readDraft<CitationDraft>(person, name)
      // A draft from before an update lacks the fields that came with it.
      return draft && { ...draft, values: { ...(draft.base ? valuesOf(draft.base) : emptyForm), ...draft.values } }
    },
    write: (draft: CitationDraft) => person !== undefined && writeDraft(person, name, draft),
    drop: () => {
      if (person !== undefined) dropDraft(person, name)
    },
  }
}
