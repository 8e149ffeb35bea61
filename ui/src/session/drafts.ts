// What somebody has typed into a form and not sent yet, in local storage. A draft belongs to one person: it outlives a reload
// and the end of a sign-in, nobody else sees it, and it ends with sign-out, success or Cancel.

const prefix = 'draft'
const keyOf = (person: string, form: string) => `${prefix}:${person}:${form}`

/** False once this tab knows of a sign-out: what is still on the screen must not be stored again. */
let open = true

/** The draft of a form; null when there is none that can be read. */
export function readDraft<T>(person: string, form: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(person, form)) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores a draft; false when the browser did not take it (full, or storage turned off). */
export function writeDraft(person: string, form: string, draft: unknown): boolean {
  if (!open) return false
  try {
    localStorage.setItem(keyOf(person, form), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** Ends a draft. */
export const dropDraft = (person: string, form: string) => localStorage.removeItem(keyOf(person, form))

/** Stores no drafts in this tab any more, until the page is loaded anew. */
export function closeDrafts() {
  open = false
}

/** Ends every draft of a person. */
export function dropDraftsOf(person: string) {
  const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '')
  for (const key of keys.filter((key) => key.startsWith(`${prefix}:${person}:`))) localStorage.removeItem(key)
}

/** Calls `ended` when another tab ends this draft; returns how to stop. */
export function onDraftEnded(person: string, form: string, ended: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(person, form) && newValue === null) ended()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
