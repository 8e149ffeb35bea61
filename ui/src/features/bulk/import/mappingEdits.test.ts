import { expect, test } from 'vitest'
import { column, detailsOf, mappingOf } from './import.fixture'
import { withColumn, withConstant, withMapping, withoutConstant, withSheet } from './mapping'

const title = column('A', 'Name', { field: 'title' })
const other = column('B', 'Title of it', { field: null })
const mapping = mappingOf([title])

test('a field that another column gets is taken from the column that had it', () => {
  const changed = withColumn(mapping, other, { field: 'title' })
  expect(changed.columns.map(({ column: letter, field }) => [letter, field])).toEqual([
    ['A', null],
    ['B', 'title'],
  ])
})

test('the title of a version and the title of the citation are different fields', () => {
  const changed = withColumn(mapping, other, { field: 'title', lang: 'Spanish' })
  expect(changed.columns.map(({ field, lang }) => [field, lang])).toEqual([
    ['title', null],
    ['title', 'Spanish'],
  ])
})

test('two columns may be left out', () => {
  const changed = withColumn(withColumn(mapping, other, { field: null }), title, { field: null })
  expect(changed.columns.map(({ field }) => field)).toEqual([null, null])
})

test('a changed column keeps its place and its separator', () => {
  const two = mappingOf([title, column('B', 'Words', { field: 'tags' })])
  const split = withColumn(two, column('A', 'Name', { field: 'title' }), { split: ',' })
  const changed = withColumn(split, title, { field: 'keywords' })
  expect(changed.columns[0]).toMatchObject({ column: 'A', field: 'keywords', split: ',' })
})

test('another sheet has other columns, and keeps the values', () => {
  const changed = withSheet({ ...withConstant(mapping, 'materialFormat', 'Handout'), key: 'A' }, 'Old', null)
  expect(changed).toMatchObject({ sheet: 'Old', headerRow: null, key: null, columns: [] })
  expect(changed.constants).toEqual({ materialFormat: 'Handout' })
  expect(withoutConstant(changed, 'materialFormat').constants).toEqual({})
})

test('a choice is shown before the server has answered', () => {
  const details = detailsOf()
  const [first] = details.columns
  if (!first || !details.mapping) throw new Error('The fixture has no columns.')
  const shown = withMapping(details, withColumn(details.mapping, first, { field: 'keywords' }))
  expect(shown.columns[0]).toMatchObject({ field: 'keywords', samples: first.samples })
})
