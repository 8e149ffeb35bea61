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

/** How values are shown in another language than the catalogue's. */
interface Translation {
  nameOf: (value: string) => string
  locale: string
}

/**
 * The buckets by the alphabet, with values that were clicked and that no match has any more: they count 0. The server sorts by
 * the catalogue's own words; `translation` sorts by what is shown instead.
 */
export function orderedBuckets(
  buckets: readonly Bucket[],
  clicked: ReadonlySet<string>,
  translation?: Translation,
): readonly Bucket[] {
  const gone = [...clicked].filter((value) => buckets.every((bucket) => bucket.value !== value))
  if (gone.length === 0 && !translation) return buckets
  const { nameOf, locale } = translation ?? { nameOf: (value) => value, locale: 'en' }
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  const all = [...buckets, ...gone.map((value) => ({ value, count: 0 }))]
  return all.sort((a, b) => compare(nameOf(a.value), nameOf(b.value)))
}

/** How many values a group shows before 'Show more', and from how many on it has a filter box. */
export const firstScreenful = 8
const filterBoxFrom = 16

interface Wanted {
  chosen: ReadonlySet<string>
  /** Everything is shown, not only the most frequent values. */
  all: boolean
  /** What is typed into the filter box; it is looked for in the names that are shown and in the catalogue's own. */
  prefix: string
  nameOf: (value: string) => string
}

/** What a group shows: the chosen values and the most frequent ones in the alphabet's order; all of them when asked. */
export function shownBuckets(buckets: readonly Bucket[], { chosen, all, prefix, nameOf }: Wanted) {
  const wanted = prefix.trim().toLowerCase()
  const isWanted = ({ value }: Bucket) => [nameOf(value), value].some((name) => name.toLowerCase().includes(wanted))
  const matching = wanted === '' ? buckets : buckets.filter(isWanted)
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
