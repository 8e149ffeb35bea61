import { expect, test } from 'vitest'
import { isOlderThanEnglish, latestRevision } from './dates'

test('the latest date of the language counts, regardless of the order', () => {
  const revisions = [
    { lang: 'English', revisionDate: '2023-05-01T00:00:00Z' },
    { lang: 'Spanish', revisionDate: '2025-01-01T00:00:00Z' },
    { lang: 'English', revisionDate: '2024-02-01T00:00:00Z' },
    { lang: 'English', revisionDate: '2020-02-01T00:00:00Z' },
  ]
  expect(latestRevision(revisions, 'English')).toBe('2024-02-01')
  expect(latestRevision(revisions, 'Somali')).toBeUndefined()
})

test('a version is outdated when the English one was revised on a later day', () => {
  const revisions = [
    { lang: 'English', revisionDate: '2024-02-01T00:00:00Z' },
    { lang: 'Spanish', revisionDate: '2024-01-31T00:00:00Z' },
    { lang: 'Somali', revisionDate: '2024-02-01T00:00:00Z' },
  ]
  expect(['English', 'Spanish', 'Somali', 'Arabic'].filter((lang) => isOlderThanEnglish(revisions, lang))).toEqual([
    'Spanish',
  ])
})
