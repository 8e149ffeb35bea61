import { expect, test } from 'vitest'
import type { BulkPreview, BulkProgress } from '../../api/catalogue/bulk'
import { changePhrases, outcomeSentences, previewSentences, valueText } from './changeFields'

test('a change in words', () => {
  expect(
    changePhrases({
      add: { tags: ['A', 'B'], codes: [{ system: 'icd10cm', code: 'J45' }] },
      remove: { keywords: 'C' },
      set: { obsolete: true, publisher: { name: 'Press' }, deptSubmittedBy: null, reviewCycleMonths: 24 },
    }),
  ).toEqual([
    'add A, B to Tags',
    'add J45 to Codes',
    'remove C from Keywords',
    'mark as obsolete',
    'set Publishers to Press',
    'leave Department empty',
    'set Review cycle to 24 months',
  ])
})

test('values as people read them', () => {
  const texts = [['A', 'B'], { name: 'Press' }, true, false, null, 24, undefined].map(valueText)
  expect(texts).toEqual(['A, B', 'Press', 'Yes', 'No', '', '24', ''])
})

test('the summaries of a preview and of a job', () => {
  const preview = { found: 1240, changing: 1200, unchanged: 39, refused: 1 } as BulkPreview
  expect(previewSentences(preview)).toBe(
    '1,200 of 1,240 handouts will change. 39 handouts already have these values. 1 handout will be skipped.',
  )
  const done = { undoes: null, unchanged: 1, refused: 2 } as BulkProgress
  expect(outcomeSentences(1, done)).toBe('1 handout changed. 1 handout already had these values. 2 handouts skipped.')
  expect(outcomeSentences(3, { ...done, undoes: 'x', unchanged: 0, refused: 0 })).toBe('3 handouts restored.')
})
