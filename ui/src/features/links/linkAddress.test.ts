import { expect, test } from 'vitest'
import { linkAddress, toFilter, views, visibleViews } from './LinksPage'

const filterIn = (query: string) => linkAddress.parse(new URLSearchParams(query)).filter

test('no state means broken links, and an unknown state is ignored', () => {
  expect(filterIn('state=fine')).toEqual({ state: '', department: '' })
  expect(toFilter(filterIn('')).state).toBe('broken')
  expect(toFilter(filterIn('state=all')).state).toBe('')
  expect(toFilter(filterIn('state=moved')).state).toBe('moved')
})

test('the path has the filters', () => {
  expect(linkAddress.path(filterIn(''))).toBe('/links')
  expect(linkAddress.path(filterIn('state=gone&department=A+%26+B&page=2'))).toBe(
    '/links?state=gone&department=A+%26+B',
  )
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
