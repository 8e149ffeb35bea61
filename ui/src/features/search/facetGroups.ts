// The groups of the filter panel: their order and names, what is shown of each, and names that are about to change.
import type { LookupUpdate } from '../../api/jobs'
import type { Bucket, Facets } from '../../api/search'

/** Facet names with the labels of their groups, in the order of the panel. */
export const groups: readonly { facet: string; label: string }[] = [
  { facet: 'audience', label: 'Audience' },
  { facet: 'authors', label: 'Authors' },
  { facet: 'departments', label: 'Departments' },
  { facet: 'keywords', label: 'Keywords' },
  { facet: 'languages', label: 'Languages' },
  { facet: 'material_format', label: 'Format' },
  { facet: 'publisher_name', label: 'Publisher' },
  { facet: 'subject_heading', label: 'Subject Heading' },
  { facet: 'tags', label: 'Tags' },
  { facet: 'where_to_obtain', label: 'Where to Obtain' },
]

/** The label of a facet; its own name for one that has no group. */
export const groupLabel = (facet: string) => groups.find((group) => group.facet === facet)?.label ?? facet

/** The groups that have something to show. */
export const shownGroups = (facets: Facets) =>
  groups.flatMap((group) => {
    const buckets = facets[group.facet]?.buckets ?? []
    return buckets.length > 0 ? [{ ...group, buckets }] : []
  })

/** How many values a group shows before 'Show more', and from how many on it has a filter box. */
export const firstScreenful = 8
const filterBoxFrom = 16

/** What a group shows: the chosen values and the most frequent ones in the alphabet's order; all of them when asked. */
export function shownBuckets(
  buckets: readonly Bucket[],
  { chosen, all, prefix }: { chosen: ReadonlySet<string>; all: boolean; prefix: string },
) {
  const wanted = prefix.trim().toLowerCase()
  const matching = wanted === '' ? buckets : buckets.filter(({ value }) => value.toLowerCase().includes(wanted))
  const limited = wanted === '' && !all && buckets.length > firstScreenful + 2
  const frequent = limited ? new Set([...matching].sort((a, b) => b.count - a.count).slice(0, firstScreenful)) : null
  return {
    shown: frequent ? matching.filter((bucket) => frequent.has(bucket) || chosen.has(bucket.value)) : [...matching],
    more: frequent ? matching.length - frequent.size : 0,
    hasFilterBox: buckets.length >= filterBoxFrom,
  }
}

/** The name a value is shown by: the new one while a rename of it is under way. */
export function shownName(facet: string, value: string, pending: readonly LookupUpdate[]): string {
  if (facet === 'incomplete') return 'Incomplete'
  const update = pending.find(({ type, oldValue, newValue }) => type === facet && oldValue === value && newValue)
  return update?.newValue ?? value
}
