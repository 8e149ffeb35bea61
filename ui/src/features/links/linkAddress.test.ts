import { expect, test } from 'vitest'
import { listPath, readAddress, toFilter, views, visibleViews, writeAddress } from './linkAddress'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('an address without a state means the broken links', () => {
  const { address, page } = read('')
  expect([address, page]).toEqual([{ state: '', department: '' }, 1])
  expect(toFilter(address).state).toBe('broken')
  expect(toFilter(read('state=all').address).state).toBe('')
  expect(toFilter(read('state=moved').address).state).toBe('moved')
})

test('what makes no sense counts as not given', () => {
  expect(read('state=fine&page=x')).toEqual({ address: { state: '', department: '' }, page: 1 })
})

test('an address is written as it is read', () => {
  for (const query of ['', 'state=gone', 'state=all&department=Surgery', 'department=A+%26+B&page=3']) {
    const { address, page } = read(query)
    expect(writeAddress(address, page).toString()).toBe(query)
  }
  expect(listPath(read('').address)).toBe('/links')
  expect(listPath(read('state=gone&page=2').address)).toBe('/links?state=gone')
})

test('the views count every state, the broken ones together', () => {
  expect(views.map(({ label }) => label)).toEqual([
    'Broken',
    'Gone',
    'No answer',
    'Page instead of file',
    'File changed',
    'Moved',
    'Access refused',
    'Not checked',
    'Works',
    'All',
  ])
  expect(views.at(-1)?.counted).toHaveLength(8)
})

test('views without links are omitted, except broken links, all, and the current view', () => {
  const counts = { gone: 0, unreachable: 0, soft404: 0, changed: 2, moved: 0, blocked: 0, unchecked: 5, ok: 0 }
  const labels = (shown: string, known = true) =>
    visibleViews(shown, known ? counts : undefined).map(({ label, count }) => [label, count])
  expect(labels('')).toEqual([
    ['Broken', 0],
    ['File changed', 2],
    ['Not checked', 5],
    ['All', 7],
  ])
  expect(labels('moved')).toContainEqual(['Moved', 0])
  expect(labels('', false)).toEqual([
    ['Broken', undefined],
    ['All', undefined],
  ])
})
