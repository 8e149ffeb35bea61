import { expect, test } from 'vitest'
import type { ImportProgress } from '../../api/catalogue/importExport'
import { progressText } from './progressText'

const one = (state: ImportProgress['state'], more: Partial<ImportProgress> = {}): ImportProgress => ({
  by: 'Ada Admin',
  mine: true,
  state,
  records: 12_000,
  total: 20_000,
  ...more,
})

test('each state of an import has its own text', () => {
  expect(progressText([], 'Importing...')).toBe('Importing...')
  expect(progressText([one('receiving')], 'Importing...')).toBe('Importing...')
  expect(progressText([one('checking', { total: null })], '')).toBe('Checking the file: 12,000 records...')
  expect(progressText([one('checking', { records: 1, total: null })], '')).toBe('Checking the file: 1 record...')
  expect(progressText([one('comparing')], '')).toBe('Comparing with the catalogue: 12,000 of 20,000 records...')
  expect(progressText([one('writing')], '')).toBe('Importing: 12,000 of 20,000 records...')
})

test('a waiting import shows which import it waits for, and its progress', () => {
  const others = [one('receiving', { mine: false }), one('writing', { mine: false, by: 'Bo' })]
  expect(progressText([...others, one('waiting')], '')).toBe(
    'Waiting for the import of Bo to finish (12,000 of 20,000 records)...',
  )
  expect(progressText([one('waiting')], '')).toBe('Waiting for other imports to finish...')
})
