import { expect, test } from 'vitest'
import { changeFields, type Line, lineFor, placedErrors, toBulkChange } from './changeFields'

const line = (field: string, rest: Partial<Line> = {}, key = 1): Line => ({ ...lineFor(key, field), ...rest })
const change = (...lines: Line[]) => toBulkChange(lines).change

test('lines become what the server takes', () => {
  expect(change(line('tags', { values: ['A', 'B'] }))).toEqual({ add: { tags: ['A', 'B'] } })
  expect(change(line('keywords', { operation: 'remove', values: ['A'] }))).toEqual({ remove: { keywords: ['A'] } })
  expect(change(line('tags', { operation: 'clear' }))).toEqual({ set: { tags: [] } })
  expect(change(line('codes', { text: 'J45.909, J45.20; snomed|195967001' }))).toEqual({
    add: {
      codes: [
        { system: 'icd10cm', code: 'J45.909' },
        { system: 'icd10cm', code: 'J45.20' },
        { system: 'snomed', code: '195967001' },
      ],
    },
  })
  expect(change(line('codes', { operation: 'remove', system: 'rxnorm', text: '435' }))).toEqual({
    remove: { codes: [{ system: 'rxnorm', code: '435' }] },
  })
  expect(change(line('codes', { operation: 'clear' }))).toEqual({ set: { codes: [] } })
  expect(change(line('publisher', { text: 'Press' }))).toEqual({ set: { publisher: { name: 'Press' } } })
  expect(change(line('deptSubmittedBy', { operation: 'clear' }))).toEqual({ set: { deptSubmittedBy: null } })
  expect(change(line('reviewCycleMonths', { text: ' 24 ' }))).toEqual({ set: { reviewCycleMonths: 24 } })
  expect(change(line('obsolete', { replacement: 'new' }))).toEqual({ set: { obsolete: true, replacedBy: 'new' } })
  expect(change(line('obsolete', { text: 'no', replacement: 'new' }))).toEqual({ set: { obsolete: false } })
  expect(change(line('tags', { values: ['A'] }), line('tags', { operation: 'remove', values: ['B'] }, 2))).toEqual({
    add: { tags: ['A'] },
    remove: { tags: ['B'] },
  })
})

test('a missing or repeated field is an error of its line', () => {
  const { errors } = toBulkChange([
    line('tags', {}, 1),
    line('reviewedBy', { text: ' ' }, 2),
    line('codes', { text: ' , ' }, 5),
    line('obsolete', { replacement: 'new' }, 3),
    line('replacedBy', { text: 'other' }, 4),
  ])
  expect([...errors]).toEqual([
    [1, 'A value for Tags is required.'],
    [2, 'A value for HE/CS Reviewer is required.'],
    [5, 'A value for Codes is required.'],
    [4, 'Replaced by is already changed by another line. Combine them.'],
  ])
})

test('errors of the server are assigned to their lines', () => {
  const lines = [
    line('tags', { values: ['A'] }, 1),
    line('obsolete', { replacement: 'x' }, 2),
    line('codes', { text: 'J45, 45' }, 3),
  ]
  const { errors, rest } = placedErrors(lines, [
    { field: 'change.add.tags[0]', message: 'At most 500 characters are allowed.' },
    { field: 'change.set.replacedBy', message: "There is no citation with the id 'x'." },
    { field: 'change.add.codes[1].code', message: 'Expected an ICD-10-CM code.' },
    { field: 'citations[0].id', message: 'No citation found.' },
  ])
  expect([...errors]).toEqual([
    [1, 'At most 500 characters are allowed.'],
    [2, "There is no citation with the id 'x'."],
    [3, '45: Expected an ICD-10-CM code.'],
  ])
  expect(rest).toBe('No citation found.')
})

test('every field starts with an allowed operation', () => {
  for (const { name, operations } of changeFields) expect(operations).toContain(lineFor(1, name).operation)
})
