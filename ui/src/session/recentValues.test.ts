import { beforeEach, expect, test } from 'vitest'
import { noteRecentValues, recentValues, withRecentFirst } from './recentValues'
import { forgetPerson } from './signOut'
import { claimSession, clearSession } from './store'

beforeEach(() => {
  localStorage.clear()
  clearSession()
})

test('the values saved last come first, five at most, each list and person by itself', () => {
  noteRecentValues('nora', { keywords: ['asthma', 'cough'], tags: ['Draft'] })
  noteRecentValues('nora', { keywords: ['fever', 'cough'] })
  expect(recentValues('nora')).toEqual({ keywords: ['fever', 'cough', 'asthma'], tags: ['Draft'] })
  noteRecentValues('nora', { keywords: ['a', 'b', 'c', 'd'] })
  expect(recentValues('nora').keywords).toEqual(['a', 'b', 'c', 'd', 'fever'])
  expect(recentValues('uriel')).toEqual({})
  expect(recentValues(undefined)).toEqual({})
})

test('recent values come before the other options; one that was renamed is left out', () =>
  expect(withRecentFirst(['asthma', 'cough', 'fever'], ['fever', 'gone'])).toEqual(['fever', 'asthma', 'cough']))

test('they are forgotten on sign-out', () => {
  claimSession('nora')
  noteRecentValues('nora', { keywords: ['asthma'] })
  forgetPerson()
  expect(recentValues('nora')).toEqual({})
})
