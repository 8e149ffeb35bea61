import messages from 'messages:en/results'
import { expect, test } from 'vitest'
import { textOf } from '../../i18n/section'
import { groupLabel, shownBuckets, shownGroups, shownName } from './facetGroups'

const t = textOf(messages, 'en', null)

test('groups come in the order of the panel; folder, paper colors and empty facets are not shown', () => {
  const bucket = { value: 'x', count: 1 }
  const labels = shownGroups({
    where_to_obtain: { buckets: [bucket] },
    folder: { buckets: [bucket] },
    paper_colors: { buckets: [bucket] },
    tags: { buckets: [] },
    audience: { buckets: [bucket] },
    subject_heading: { buckets: [bucket] },
  }).map(({ facet }) => groupLabel(t, facet))
  expect(labels).toEqual(['Audience', 'Subject Heading', 'Where to Obtain'])
})

const many = Array.from({ length: 30 }, (_, index) => ({
  value: `Value ${String(index).padStart(2, '0')}`,
  count: index,
}))

test('a big group starts with the most frequent values in the order of the alphabet', () => {
  const { shown, more, hasFilterBox } = shownBuckets(many, { chosen: new Set(), all: false, prefix: '' })
  expect(shown.map(({ count }) => count)).toEqual([22, 23, 24, 25, 26, 27, 28, 29])
  expect(more).toBe(22)
  expect(hasFilterBox).toBe(true)
})

test('a chosen value is always shown', () => {
  const { shown } = shownBuckets(many, { chosen: new Set(['Value 03']), all: false, prefix: '' })
  expect(shown[0]?.value).toBe('Value 03')
})

test('the filter box looks at all values', () => {
  const { shown, more } = shownBuckets(many, { chosen: new Set(), all: false, prefix: 'value 0' })
  expect(shown).toHaveLength(10)
  expect(more).toBe(0)
})

test('a small group is shown whole', () => {
  const { shown, more, hasFilterBox } = shownBuckets(many.slice(0, 10), { chosen: new Set(), all: false, prefix: '' })
  expect([shown.length, more, hasFilterBox]).toEqual([10, 0, false])
})

test('a value that is being renamed is shown by its new name', () => {
  const pending = [
    { type: 'keywords', oldValue: 'Asma', newValue: 'Asthma' },
    { type: 'tags', oldValue: 'Old' },
  ]
  expect(shownName(t, 'keywords', 'Asma', pending)).toBe('Asthma')
  expect(shownName(t, 'audience', 'Asma', pending)).toBe('Asma')
  expect(shownName(t, 'tags', 'Old', pending)).toBe('Old')
})
