// The facets of the filter panel: their order, labels and shown values, and pending renames.
import type messages from 'messages:en/results'
import type { LookupUpdate } from '../../../api/catalogue/jobs'
import type { Facets, FacetValue } from '../../../api/catalogue/search'
import type { TextOf } from '../../../i18n/section'
import { byLocale } from '../../../i18n/section'

const collator = byLocale((locale) => new Intl.Collator(locale, { sensitivity: 'base' }))

/** The facets of the panel, in order; the names are also the keys of the labels. */
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

/** The label of a facet; its name if it is not in the panel. */
export function groupLabel(t: Text, facet: string): string {
  const group = groups.find((name) => name === facet)
  return group ? t(group) : facet
}

/** The facets with values. */
export const shownGroups = (facets: Facets) =>
  groups.flatMap((facet) => {
    const values = facets[facet]?.buckets ?? []
    return values.length > 0 ? [{ facet, values }] : []
  })

/** The names of values in another language than English. */
interface Translation {
  nameOf: (value: string) => string
  locale: string
}

/**
 * The values in alphabetical order, including clicked values that no longer match (count 0). The server sorts by the English
 * values; with `translation` they are sorted by the shown names.
 */
export function orderedValues(
  values: readonly FacetValue[],
  clicked: ReadonlySet<string>,
  translation?: Translation,
): readonly FacetValue[] {
  const gone = [...clicked].filter((value) => values.every((facetValue) => facetValue.value !== value))
  if (gone.length === 0 && !translation) return values
  const { nameOf, locale } = translation ?? { nameOf: (value) => value, locale: 'en' }
  const { compare } = collator(locale)
  const all = [...values, ...gone.map((value) => ({ value, count: 0 }))]
  return all.sort((a, b) => compare(nameOf(a.value), nameOf(b.value)))
}

/** The number of values before 'Show more'. */
const INITIAL_VALUES = 8
/** The minimum number of values of a facet with a filter box. */
const MIN_VALUES_FOR_FILTER = 16

interface Wanted {
  chosen: ReadonlySet<string>
  /** Shows all values, not only the most frequent ones. */
  all: boolean
  /** The text in the filter box, which is searched in the shown names and in the English values. */
  prefix: string
  nameOf: (value: string) => string
}

/** The values to show: the selected and the most frequent ones, or all. */
export function shownValues(values: readonly FacetValue[], { chosen, all, prefix, nameOf }: Wanted) {
  const wanted = prefix.trim().toLowerCase()
  const isWanted = ({ value }: FacetValue) => [nameOf(value), value].some((name) => name.toLowerCase().includes(wanted))
  const matching = wanted === '' ? values : values.filter(isWanted)
  const limited = wanted === '' && !all && values.length > INITIAL_VALUES + 2
  const frequent = limited ? new Set([...matching].sort((a, b) => b.count - a.count).slice(0, INITIAL_VALUES)) : null
  return {
    shown: frequent
      ? matching.filter((facetValue) => frequent.has(facetValue) || chosen.has(facetValue.value))
      : [...matching],
    more: frequent ? matching.length - frequent.size : 0,
    hasFilterBox: values.length >= MIN_VALUES_FOR_FILTER,
  }
}

/** The displayed value: the new one while a rename is pending. */
export function shownName(t: Text, facet: string, value: string, pending: readonly LookupUpdate[]): string {
  if (facet === 'incomplete') return t('incomplete')
  const update = pending.find(({ type, oldValue, newValue }) => type === facet && oldValue === value && newValue)
  return update?.newValue ?? value
}
