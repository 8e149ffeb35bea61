// Values that somebody has lately saved in the lists of a form, kept in this browser until they sign out.

const prefix = 'recent'
const keyOf = (person: string) => `${prefix}:${person}`

/** How many values of a list count as recent. */
const maxRecent = 5

type Recent = Record<string, readonly string[]>

/** The recent values of each list, latest first; none when nothing can be read. */
export function recentValues(person: string | undefined): Recent {
  if (person === undefined) return {}
  try {
    return (JSON.parse(localStorage.getItem(keyOf(person)) ?? '{}') as Recent | null) ?? {}
  } catch {
    return {}
  }
}

/** Puts values in front of the recent ones of their lists. */
export function noteRecentValues(person: string | undefined, used: Recent) {
  if (person === undefined) return
  const known = recentValues(person)
  const next = Object.entries(used).map(([list, values]) => {
    const before = (known[list] ?? []).filter((value) => !values.includes(value))
    return [list, [...values, ...before].slice(0, maxRecent)]
  })
  try {
    localStorage.setItem(keyOf(person), JSON.stringify({ ...known, ...Object.fromEntries(next) }))
  } catch {
    // Full, or storage turned off: the lists stay in the order of the alphabet.
  }
}

/** Forgets the recent values of a person. */
export const dropRecentValuesOf = (person: string) => localStorage.removeItem(keyOf(person))

/** The options with the recent ones first; recent values that are no options any more are left out. */
export const withRecentFirst = (options: readonly string[], recent: readonly string[] = []): string[] => [
  ...recent.filter((value) => options.includes(value)),
  ...options.filter((option) => !recent.includes(option)),
]
