import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SearchAnswer } from '../../../api/catalogue/search'
import { configOf, serve, showWith } from '../../../testApp'
import { Elsewhere } from './Results'

const elsewhere = [
  { name: 'MedlinePlus', url: 'https://medlineplus.example.org/?query={q}' },
  { name: 'KidsHealth', url: 'https://kidshealth.example.org/find/{q}' },
]

function show(hits: Partial<SearchAnswer['hits']>, { q = "Crohn's & me", signedIn = false } = {}) {
  serve({})
  const config = { ...configOf(signedIn), elsewhere }
  showWith(
    config,
    <Elsewhere q={q} hits={{ found: 4, start: 0, hit: [], ...hits } as SearchAnswer['hits']} />,
    '/search',
  )
}

const names = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)

test('few results lead to other sites, with the text encoded once', () => {
  show({})
  expect(names()).toEqual(['MedlinePlus (opens in a new tab)', 'KidsHealth (opens in a new tab)'])
  const [first, second] = screen.getAllByRole('link')
  expect(first?.getAttribute('href')).toBe('https://medlineplus.example.org/?query=Crohn%27s%20%26%20me')
  expect(second?.getAttribute('href')).toBe('https://kidshealth.example.org/find/Crohn%27s%20%26%20me')
  expect([first?.getAttribute('target'), first?.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
})

test('enough results do so for staff only', () => {
  show({ found: 5 })
  expect(names()).toEqual([])
  show({ found: 5 }, { signedIn: true })
  expect(names()).toHaveLength(2)
})

test('results that may not be what was meant do so whatever their number', () => {
  show({ found: 50, understood: { as: 'x', kind: 'part', sure: false } })
  expect(names()).toHaveLength(2)
})

test('a text about danger and an empty one never do', () => {
  show({ notice: { category: 'suicide', lines: [] } }, { signedIn: true })
  show({}, { q: ' ' })
  expect(names()).toEqual([])
})
