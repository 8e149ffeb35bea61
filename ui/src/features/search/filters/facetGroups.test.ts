import messages from 'messages:en/results'
import { expect, test } from 'vitest'
import { createText } from '../../../i18n/section'
import { groupLabel, orderedValues, shownGroups, shownName, shownValues } from './facetGroups'

const t = createText(messages, 'en', null)

test('groups come in the order of the panel; folder, paper colors and empty facets are not shown', () => {
  const facetValue = { value: 'x', count: 1 }
  const labels = shownGroups({
    where_to_obtain: { buckets: [facetValue] },
    folder: { buckets: [facetValue] },
    paper_colors: { buckets: [facetValue] },
    tags: { buckets: [] },
    audience: { buckets: [facetValue] },
    subject_heading: { buckets: [facetValue] },
  }).map(({ facet }) => groupLabel(t, facet))
  expect(labels).toEqual(['Audience', 'Subject Heading', 'Where to Obtain'])
})

const nameOf = (value: string) => value

const many = Array.from({ length: 30 }, (_, index) => ({
  value: `Value ${String(index).padStart(2, '0')}`,
  count: index,
}))

test('a large group initially shows the most frequent values, sorted alphabetically', () => {
  const { shown, more, hasFilterBox } = shownValues(many, { nameOf, chosen: new Set(), all: false, prefix: '' })
  expect(shown.map(({ count }) => count)).toEqual([22, 23, 24, 25, 26, 27, 28, 29])
  expect(more).toBe(22)
  expect(hasFilterBox).toBe(true)
})

test('a chosen value is always shown', () => {
  const { shown } = shownValues(many, { nameOf, chosen: new Set(['Value 03']), all: false, prefix: '' })
  expect(shown[0]?.value).toBe('Value 03')
})

test('the filter box searches all values', () => {
  const { shown, more } = shownValues(many, { nameOf, chosen: new Set(), all: false, prefix: 'value 0' })
  expect(shown).toHaveLength(10)
  expect(more).toBe(0)
})

test('a small group is shown completely', () => {
  const { shown, more, hasFilterBox } = shownValues(many.slice(0, 10), {
    nameOf,
    chosen: new Set(),
    all: false,
    prefix: '',
  })
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

const spanish = new Map([
  ['English', 'Inglés'],
  ['German', 'Alemán'],
  ['Spanish', 'Español'],
  ['Thai', 'Tailandés'],
])
const inSpanish = { nameOf: (value: string) => spanish.get(value) ?? value, locale: 'es-US' }
const languages = [...spanish.keys()].map((value) => ({ value, count: 1 }))

test('values that are shown in Spanish are sorted and found by their Spanish names', () => {
  const ordered = orderedValues(languages, new Set(), inSpanish)
  expect(ordered.map(({ value }) => value)).toEqual(['German', 'Spanish', 'English', 'Thai'])
  const { shown } = shownValues(ordered, { ...inSpanish, chosen: new Set(), all: false, prefix: 'alem' })
  expect(shown.map(({ value }) => value)).toEqual(['German'])
})

test('a clicked value without matches stays in place', () => {
  const ordered = orderedValues(languages, new Set(['Somali']))
  expect(ordered.map(({ value, count }) => `${value} ${count}`)).toEqual([
    'English 1',
    'German 1',
    'Somali 0',
    'Spanish 1',
    'Thai 1',
  ])
})
