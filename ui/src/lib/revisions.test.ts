import { expect, test } from 'vitest'
import { latestRevision } from './revisions'

test('the latest day of the language counts, whatever the order', () => {
  const revisions = [
    { lang: 'English', revisionDate: '2023-05-01T00:00:00Z' },
    { lang: 'Spanish', revisionDate: '2025-01-01T00:00:00Z' },
    { lang: 'English', revisionDate: '2024-02-01T00:00:00Z' },
    { lang: 'English', revisionDate: '2020-02-01T00:00:00Z' },
  ]
  expect(latestRevision(revisions, 'English')).toBe('2024-02-01')
  expect(latestRevision(revisions, 'Somali')).toBeUndefined()
})
