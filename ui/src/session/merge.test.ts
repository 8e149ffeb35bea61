import { expect, test } from 'vitest'
import { parseQuantity } from './quantity'
import { mergeSessions, sameSession } from './SessionSync'

test.each([
  ['1', 1],
  ['10000', 10_000],
  [' 40 ', 40],
  ['0', null],
  ['10001', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['forty', null],
])('a typed quantity of %s is %s', (typed, expected) => expect(parseQuantity(typed)).toBe(expected))

test('sessions are the same when favorites and lines are', () => {
  const one = { favorites: [{ id: '1', title: 'A' }], order: [] }
  expect(sameSession(one, { favorites: [{ id: '1', title: 'A' }], order: [] })).toBe(true)
  expect(sameSession(one, { favorites: [], order: [] })).toBe(false)
})

test('what was added before the response is merged with the session of the server', () => {
  const [a, b] = [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
  ]
  const known = { favorites: [a], order: [] }
  expect(mergeSessions(known, { favorites: [a, b], order: [] })).toEqual({ favorites: [a, b], order: [] })
  expect(mergeSessions(known, { favorites: [], order: [] })).toEqual(known)
})

test('sessions with different languages differ; that of the account takes precedence over one chosen meanwhile', () => {
  const one = { favorites: [], order: [] }
  expect(sameSession({ ...one, language: null }, one)).toBe(true)
  expect(sameSession({ ...one, language: 'so' }, one)).toBe(false)
  expect(mergeSessions({ ...one, language: 'es' }, { ...one, language: 'so' }).language).toBe('es')
  expect(mergeSessions(one, { ...one, language: 'so' }).language).toBe('so')
})
