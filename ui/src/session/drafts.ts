// Drafts of forms in localStorage. A draft belongs to one person: it survives a reload and an expired sign-in, and is deleted on
// sign-out, success or Cancel.
import { browserStorage } from '../lib/page/browserStorage'
import { mayStoreDrafts } from './person/leaving'

const prefix = 'draft'
const keyOf = (person: string, form: string) => `${prefix}:${person}:${form}`

/** The draft of a form; null if there is none or it is unreadable. */
export const readDraft = <T>(person: string, form: string) => browserStorage.get<T>(keyOf(person, form))

/** Stores a draft. Returns false if the browser could not store it (full, or storage turned off). */
export const writeDraft = (person: string, form: string, draft: unknown) =>
  mayStoreDrafts() && browserStorage.set(keyOf(person, form), draft)

/** Deletes a draft. */
export const dropDraft = (person: string, form: string) => browserStorage.remove(keyOf(person, form))

/** Deletes every draft of a person. */
export function dropAllDrafts(person: string) {
  const own = browserStorage.keys().filter((key) => key.startsWith(`${prefix}:${person}:`))
  own.forEach(browserStorage.remove)
}

/** Calls `listener` when another tab deletes this draft. Returns a function that unsubscribes. */
export function onDraftDeleted(person: string, form: string, listener: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(person, form) && newValue === null) listener()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
