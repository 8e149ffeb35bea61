import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sameValue } from './sameValue'

const cases = JSON.parse(readFileSync('../tests/same_values.json', 'utf8')) as [string, string, boolean][]

test.each(cases)('%j and %j: %s, as the server compares them', (a, b, same) => {
  expect(sameValue(a, b)).toBe(same)
})

test('an absent value is not the same as anything', () => {
  expect(sameValue(undefined, undefined)).toBe(false)
  expect(sameValue(null, '')).toBe(false)
})
