// The rows of Manage Lookups: values with counts, contacts and pending changes.
import type { Job, LookupUpdate } from '../../api/catalogue/jobs'
import type { Department } from '../../api/catalogue/lookups'
import type { Facets } from '../../api/catalogue/search'

export interface LookupRow {
  value: string
  count: number
  contact: string | null
  /** Whether a change is pending. */
  updating: boolean
  /** The value it is being renamed to; null for none. */
  becomes: string | null
  /** Why the last change failed; null if it did not. */
  error: string | null
  /** The new value of the failed change. */
  tried: string | null
}

const byValue = (a: { value: string }, b: { value: string }) =>
  a.value.localeCompare(b.value, 'en', { sensitivity: 'base' })

/** `sent` are changes of this screen that are not part of a job yet. */
export function lookupRows(
  type: string,
  facets: Facets,
  departments: readonly Department[],
  jobs: readonly Job[],
  sent: readonly LookupUpdate[],
): LookupRow[] {
  const counts = new Map((facets[type]?.buckets ?? []).map(({ value, count }) => [value, count]))
  const contacts = new Map(departments.map(({ name, frcContact }) => [name, frcContact]))
  const values = new Set(counts.keys())
  if (type === 'departments') for (const { name } of departments) values.add(name)
  const pending = [...sent, ...jobs.filter((job) => !job.complete).flatMap((job) => job.config)].filter(
    (update) => update.type === type,
  )
  const failed = new Map<string, { error: string; tried: string | null }>()
  for (const job of [...jobs].reverse()) {
    for (const update of job.config) {
      const error = (update as { error?: string | null }).error
      if (update.type !== type) continue
      if (error) failed.set(update.oldValue, { error, tried: update.newValue ?? null })
      else failed.delete(update.oldValue)
    }
  }
  return [...values]
    .map((value) => {
      const update = pending.find(({ oldValue }) => oldValue === value)
      return {
        value,
        count: counts.get(value) ?? 0,
        contact: type === 'departments' ? (contacts.get(value) ?? null) : null,
        updating: update !== undefined,
        becomes: update?.newValue ?? null,
        error: failed.get(value)?.error ?? null,
        tried: failed.get(value)?.tried ?? null,
      }
    })
    .sort(byValue)
}

/** The rows whose value starts with the typed text, ignoring case. */
export const startingWith = (rows: readonly LookupRow[], typed: string) => {
  const prefix = typed.trim().toLowerCase()
  return prefix === '' ? [...rows] : rows.filter(({ value }) => value.toLowerCase().startsWith(prefix))
}
