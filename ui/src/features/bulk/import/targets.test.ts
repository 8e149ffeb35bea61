import { expect, test } from 'vitest'
import { column } from './import.fixture'
import { asksForDates, fieldLabel, fieldOfTarget, targets, targetValue } from './mapping'

test('each option is another one, and leads back to its field', () => {
  const values = targets.map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
  for (const value of values) {
    const lang = value === 'versionTitle' ? 'Spanish' : null
    expect(targetValue({ field: fieldOfTarget(value), lang })).toBe(value)
  }
  expect(fieldOfTarget('')).toBeNull()
})

test.each([
  ['title', 'Title'],
  ['title@Spanish', 'Title in this language (Spanish)'],
  ['version@Spanish', 'Spanish version'],
  ['url@Chinese, Simplified', 'URL (Chinese, Simplified)'],
  ['deptReviewDate', 'Dept. Review Date'],
  ['unknown', 'unknown'],
])('the field %s is called %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})

test.each([
  [['03/04/2021', '05/06/2021'], null, true],
  [['13/04/2021'], null, false],
  [['2021-04-03'], null, false],
  [['03/04/2021'], 'us', false],
] as const)('of the dates %j with the order %j the person is asked: %j', (samples, dates, expected) => {
  expect(asksForDates(column('C', 'Day', { field: 'publishDate', samples: [...samples], dates }))).toBe(expected)
  expect(asksForDates(column('C', 'Day', { field: 'notes', samples: [...samples], dates }))).toBe(false)
})
