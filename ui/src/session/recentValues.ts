// The values that a person has recently saved in the comboboxes of a form, stored in this browser until they sign out.

const prefix = 'recent'
const keyOf = (person: string) => `${prefix}:${person}`

/** The number of recent values of a list. */
const MAX_RECENT = 5

type Recent = Record<string, readonly string[]>

/** The recent values of each list, latest first; none if the storage is unreadable. */
export function recentValues(person: string | undefined): Recent {
  if (person === undefined) return {}
  try {
    return (JSON.parse(localStorage.getItem(keyOf(person)) ?? '{}') as Recent | null) ?? {}
  } catch {
    return {}
  }
}

/** Adds values to the front of the recent ones. */
export function addRecentValues(person: string | undefined, used: Recent) {
  if (person === undefined) return
  const known = recentValues(person)
  const next = Object.entries(used).map(([list, values]) => {
    const before = (known[list] ?? []).filter((value) => !values.includes(value))
    return [list, [...values, ...before].slice(0, MAX_RECENT)]
  })
  try {
    localStorage.setItem(keyOf(person), JSON.stringify({ ...known, ...Object.fromEntries(next) }))
  } catch {
    // Full, or storage turned off: the lists stay in alphabetical order.
  }
}

/** Deletes the recent values of a person. */
export const dropRecentValues = (person: string) => localStorage.removeItem(keyOf(person))

/** The options with the recent ones first; recent values that are no longer options are omitted. */
export const withRecentFirst = (options: readonly string[], recent: readonly string[] = []): string[] => [
  ...recent.filter((value) => options.includes(value)),
  ...options.filter((option) => !recent.includes(option)),
]
