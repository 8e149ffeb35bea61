import { expect, test } from 'vitest'
import { suggestionGroups, withRecentSearch } from './suggestionGroups'

const favorites = [
  { id: '1', title: 'Asthma action plan' },
  { id: '2', title: 'Living with asthma' },
]
const texts = Array.from({ length: 10 }, (_, index) => `Asthma ${index}`)
const suggestions = texts.map((suggestion) => ({ suggestion }))

test('favorites that start with the text come first, and there are ten choices in total', () => {
  const [starred, suggested] = suggestionGroups({ typed: 'ASTH', searches: ['x'], favorites, suggestions })
  expect(starred?.label).toBe('favorites')
  expect(starred?.choices).toEqual([{ kind: 'favorite', id: '1', text: 'Asthma action plan' }])
  expect(suggested?.label).toBe('suggestions')
  expect(suggested?.choices).toHaveLength(9)
})

test('packets are a group of their own, before the suggested texts', () => {
  const packet = { suggestion: 'Asthma at home', kind: 'packet' as const, readableId: 'asthma-at-home' }
  const groups = suggestionGroups({ typed: 'asthma', searches: [], favorites, suggestions: [packet, ...suggestions] })
  expect(groups.map(({ label, choices }) => [label, choices.length])).toEqual([
    ['favorites', 1],
    ['packets', 1],
    ['suggestions', 8],
  ])
  expect(groups[1]?.choices).toEqual([{ kind: 'packet', text: 'Asthma at home', id: 'asthma-at-home' }])
})

test('an empty box offers recent searches alone', () => {
  const groups = suggestionGroups({ typed: ' ', searches: ['fever', 'asthma'], favorites, suggestions })
  expect(groups).toEqual([
    {
      label: 'recent',
      choices: [
        { kind: 'recent', text: 'fever' },
        { kind: 'recent', text: 'asthma' },
      ],
    },
  ])
})

test('groups without choices are omitted', () => {
  expect(suggestionGroups({ typed: '', searches: [], favorites, suggestions })).toEqual([])
  expect(suggestionGroups({ typed: 'zzz', searches: [], favorites, suggestions: [] })).toEqual([])
})

test('a repeated search moves to the front, and at most ten stay', () => {
  expect(withRecentSearch(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b'])
  expect(withRecentSearch(texts, 'new')).toEqual(['new', ...texts.slice(0, 9)])
})

test('a title in another language has its language and direction', () => {
  const suggestions = [{ suggestion: 'خطة', lang: 'ar', dir: 'rtl' }, { suggestion: 'Asthma' }]
  const [group] = suggestionGroups({ typed: 'x', searches: [], favorites: [], suggestions })
  expect(group?.choices).toEqual([
    { kind: 'suggestion', text: 'خطة', lang: 'ar', dir: 'rtl' },
    { kind: 'suggestion', text: 'Asthma' },
  ])
})
