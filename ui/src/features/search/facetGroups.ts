// The groups of the filter panel: their order and names, what is shown of each, and names that are about to change.
import type messages from 'messages:en/results'
import type { LookupUpdate } from '../../api/jobs'
import type { Bucket, Facets } from '../../api/search'
import type { TextOf } from '../../i18n/section'

/** The facets that have a group, in the order of the panel; each is the key of its label too. */
export const groups = [
  'audience',
  'authors',
  'departments',
  'keywords',
  'languages',
  'material_format',
  'publisher_name',
  'subject_heading',
  'tags',
  'where_to_obtain',
] as const

type Text = TextOf<typeof messages>

/** The label of a facet; its own name for one that has no group. */
export function groupLabel(t: Text, facet: string): string {
  const group = groups.find((name) => name === facet)
  return group ? t(group) : facet
}

/** The groups that have something to show. */
export const shownGroups = (facets: Facets) =>
  groups.flatMap((facet) => {
    const buckets = facets[facet]?.buckets ?? []
    return buckets.length > 0 ? [{ facet, buckets }] : []
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
export function shownName(t: Text, facet: string, value: string, pending: readonly LookupUpdate[]): string {
  if (facet === 'incomplete') return t('incomplete')
  const update = pending.find(({ type, oldValue, newValue }) => type === facet && oldValue === value && newValue)
  return update?.newValue ?? value
}
