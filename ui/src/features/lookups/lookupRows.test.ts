import { expect, test } from 'vitest'
import { lookupRows, startingWith } from './useLookupChanges'

const facets = {
  tags: {
    buckets: [
      { value: 'school', count: 3 },
      { value: 'Safety', count: 1200 },
    ],
  },
}
const job = (config: unknown[], complete: boolean) =>
  ({ id: '1', type: 'Batch Update', config, complete, start: '' }) as never

test('values are sorted alphabetically, with pending and failed changes marked', () => {
  const rows = lookupRows(
    'tags',
    facets,
    [],
    [
      job([{ type: 'tags', oldValue: 'school', newValue: 'School' }], false),
      job([{ type: 'tags', oldValue: 'Safety', error: 'no' }], true),
    ],
    [],
  )
  expect(rows).toEqual([
    { value: 'Safety', count: 1200, contact: null, updating: false, becomes: null, error: 'no', tried: null },
    { value: 'school', count: 3, contact: null, updating: true, becomes: 'School', error: null, tried: null },
  ])
  expect(startingWith(rows, 'SCH').map(({ value }) => value)).toEqual(['school'])
})

test('departments without a citation are included', () => {
  expect(lookupRows('departments', {}, [{ name: 'ICU', frcContact: 'Ana' }], [], [])).toMatchObject([
    { value: 'ICU', count: 0, contact: 'Ana' },
  ])
})
