import messages from 'messages:en/results'
import { expect, test } from 'vitest'
import { Problem } from '../../../api/problem'
import { createText } from '../../../i18n/section'
import { searchFailure } from './ResultStates'

test.each([
  [0, [], 'could not be reached', 'again'],
  [400, [{ nothing: 'x' }], 'filters is no longer valid', 'without filters'],
  [429, [], 'Too many searches', 'again'],
  [500, [{ tags: 'x' }], 'could not answer', 'again'],
])('status %i with filters %j', (status, filters, words, action) => {
  const failure = searchFailure(new Problem(status, 'Bad Request', "fq: There is no field 'nothing'."), { filters })
  expect(createText(messages, 'en', null)(failure.title)).toContain(words)
  expect(failure.action).toBe(action)
  expect(JSON.stringify(failure)).not.toMatch(/fq:|Bad Request/)
})
