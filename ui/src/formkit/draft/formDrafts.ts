// The draft of a form: its values, and the version of the record that editing started from.
import { dropDraft, readDraft, writeDraft } from '../../session/drafts'

export interface FormDraft<Values, Base> {
  values: Values
  /** The record when editing started. */
  base: Base
  /** The entity tag of that version; saving replaces only it. */
  etag: string | null
  /** When it was last changed, as an ISO date-time. */
  at: string
}

/** Reads and stores the draft of one person for one form; without a person (sign-in is off) nothing is stored. */
export function formDrafts<Values, Base>(person: string | undefined, name: string) {
  return {
    read: () => (person === undefined ? null : readDraft<FormDraft<Values, Base>>(person, name)),
    write: (draft: FormDraft<Values, Base>) => person !== undefined && writeDraft(person, name, draft),
    drop: () => {
      if (person !== undefined) dropDraft(person, name)
    },
  }
}
