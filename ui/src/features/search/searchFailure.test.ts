import messages from 'messages:en/results'
import { expect, test } from 'vitest'
import { Problem } from '../../api/problem'
import { textOf } from '../../i18n/section'
import { searchFailure } from './searchFailure'

test.each([
  [0, [], 'could not be reached', 'again'],
  [400, [{ nothing: 'x' }], 'filters cannot be used', 'without filters'],
  [429, [], 'Too many searches', 'again'],
  [500, [{ tags: 'x' }], 'could not answer', 'again'],
])('status %i with filters %j', (status, filters, words, step) => {
  const failure = searchFailure(new Problem(status, 'Bad Request', "fq: There is no field 'nothing'."), { filters })
  expect(textOf(messages, 'en', null)(failure.title)).toContain(words)
  expect(failure.step).toBe(step)
  expect(JSON.stringify(failure)).not.toMatch(/fq:|Bad Request/)
})
