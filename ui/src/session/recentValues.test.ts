import { beforeEach, expect, test } from 'vitest'
import { forgetPerson } from './person/signOut'
import { addRecentValues, recentValues, withRecentFirst } from './recentValues'
import { claimSession, clearSession } from './store'

beforeEach(() => {
  localStorage.clear()
  clearSession()
})

test('the latest values come first, at most five, separately for each list and person', () => {
  addRecentValues('nora', { keywords: ['asthma', 'cough'], tags: ['Draft'] })
  addRecentValues('nora', { keywords: ['fever', 'cough'] })
  expect(recentValues('nora')).toEqual({ keywords: ['fever', 'cough', 'asthma'], tags: ['Draft'] })
  addRecentValues('nora', { keywords: ['a', 'b', 'c', 'd'] })
  expect(recentValues('nora').keywords).toEqual(['a', 'b', 'c', 'd', 'fever'])
  expect(recentValues('uriel')).toEqual({})
  expect(recentValues(undefined)).toEqual({})
})

test('recent values come before the other options; a renamed one is omitted', () =>
  expect(withRecentFirst(['asthma', 'cough', 'fever'], ['fever', 'gone'])).toEqual(['fever', 'asthma', 'cough']))

test('they are deleted on sign-out', () => {
  claimSession('nora')
  addRecentValues('nora', { keywords: ['asthma'] })
  forgetPerson()
  expect(recentValues('nora')).toEqual({})
})
