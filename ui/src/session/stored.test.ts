import { beforeEach, expect, test } from 'vitest'
import { createStored } from './store'

const first = { count: 1, note: '' }
const stored = () => JSON.parse(localStorage.getItem('stored') ?? 'null')

beforeEach(() => localStorage.clear())

test('a change is stored, and the next page starts with it', () => {
  const store = createStored('stored', first)
  expect(stored()).toBeNull()
  store.setState({ count: 2 })
  expect(stored().state).toEqual({ count: 2, note: '' })
  expect(createStored('stored', first).getState()).toEqual({ count: 2, note: '' })
})

test('a field that was not stored yet has its initial value', () => {
  localStorage.setItem('stored', JSON.stringify({ state: { count: 5 }, version: 0 }))
  expect(createStored('stored', first).getState()).toEqual({ count: 5, note: '' })
})

test.each(['{', '"text"', 'null'])('unreadable data is ignored: %s', (text) => {
  localStorage.setItem('stored', text)
  expect(createStored('stored', first).getState()).toEqual(first)
})

test('data stored by another tab is loaded without storing it again', () => {
  const store = createStored('stored', first)
  const theirs = JSON.stringify({ state: { note: 'Theirs', count: 3 }, version: 0 })
  localStorage.setItem('stored', theirs)
  store.reread()
  expect(store.getState()).toEqual({ count: 3, note: 'Theirs' })
  expect(localStorage.getItem('stored')).toBe(theirs)
  store.setState({ count: 4 })
  expect(stored().state).toEqual({ count: 4, note: 'Theirs' })
})
