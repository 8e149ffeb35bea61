// The values that a person has recently saved in the comboboxes of a form, stored in this browser until they sign out.
import { browserStorage } from '../lib/page/browserStorage'

const prefix = 'recent'
const keyOf = (person: string) => `${prefix}:${person}`

/** The number of recent values of a list. */
const MAX_RECENT = 5

type Recent = Record<string, readonly string[]>

/** The recent values of each list, latest first; none if the storage is unreadable. */
export const recentValues = (person: string | undefined): Recent =>
  (person === undefined ? null : browserStorage.get<Recent>(keyOf(person))) ?? {}

/** Adds values to the front of the recent ones. When they cannot be stored, the lists stay in alphabetical order. */
export function addRecentValues(person: string | undefined, used: Recent) {
  if (person === undefined) return
  const known = recentValues(person)
  const next = Object.entries(used).map(([list, values]) => {
    const before = (known[list] ?? []).filter((value) => !values.includes(value))
    return [list, [...values, ...before].slice(0, MAX_RECENT)]
  })
  browserStorage.set(keyOf(person), { ...known, ...Object.fromEntries(next) })
}

/** Deletes the recent values of a person. */
export const dropRecentValues = (person: string) => browserStorage.remove(keyOf(person))

/** The options with the recent ones first; recent values that are no longer options are omitted. */
export const withRecentFirst = (options: readonly string[], recent: readonly string[] = []): string[] => [
  ...recent.filter((value) => options.includes(value)),
  ...options.filter((option) => !recent.includes(option)),
]
