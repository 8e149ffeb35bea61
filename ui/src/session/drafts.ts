// Drafts of forms in localStorage. A draft belongs to one person: it survives a reload and an expired sign-in, and is deleted on
// sign-out, success or Cancel.
import { mayStoreDrafts } from './person/leaving'

const prefix = 'draft'
const keyOf = (person: string, form: string) => `${prefix}:${person}:${form}`

/** The draft of a form; null if there is none or it is unreadable. */
export function readDraft<T>(person: string, form: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(person, form)) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores a draft. Returns false if the browser could not store it (full, or storage turned off). */
export function writeDraft(person: string, form: string, draft: unknown): boolean {
  if (!mayStoreDrafts()) return false
  try {
    localStorage.setItem(keyOf(person, form), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** Deletes a draft. */
export const dropDraft = (person: string, form: string) => localStorage.removeItem(keyOf(person, form))

/** Deletes every draft of a person. */
export function dropAllDrafts(person: string) {
  const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '')
  for (const key of keys.filter((key) => key.startsWith(`${prefix}:${person}:`))) localStorage.removeItem(key)
}

/** Calls `listener` when another tab deletes this draft. Returns a function that unsubscribes. */
export function onDraftDeleted(person: string, form: string, listener: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(person, form) && newValue === null) listener()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
