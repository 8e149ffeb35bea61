import { expect, test } from 'vitest'
import { type DateField, dateLimitsOf, dateProblem } from './dateLimits'

test.each<[DateField, string, string | undefined]>([
  ['publishDate', '0024-05-01', 'tooEarly'],
  ['publishDate', '1899-12-31', 'tooEarly'],
  ['publishDate', '1900-01-01', undefined],
  ['publishDate', '2028-11-28', undefined],
  ['publishDate', '2028-11-29', 'tooFarAhead'],
  ['revisionDate', '2204-01-01', 'tooFarAhead'],
  ['revisionDate', '122024-01-01', 'wrongYear'],
  ['deptReviewDate', '2024-02-29', undefined],
  ['deptReviewDate', '2026-11-28', undefined],
  ['deptReviewDate', '2026-11-29', 'future'],
  ['dateRequired', '2026-11-27', 'past'],
  ['dateRequired', '2027-11-28', undefined],
  ['dateRequired', '9999-12-31', 'tooFarAhead'],
])('%s of %s on 28 November 2026: %s', (field, day, expected) =>
  expect(dateProblem(field, day, '2026-11-28')).toBe(expected),
)

test('a year after 29 February is 28 February', () => {
  expect(dateLimitsOf('dateRequired', '2028-02-29')).toEqual({ min: '2028-02-29', max: '2029-02-28' })
})
