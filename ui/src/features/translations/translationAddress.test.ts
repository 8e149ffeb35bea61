import { expect, test } from 'vitest'
import { gapAddress } from './TranslationsPage'

test('a state that no translation has does not filter', () => {
  const stateOf = (query: string) => gapAddress.parse(new URLSearchParams(query)).filter.state
  expect(['state=missing', 'state=outdated', 'state=lost', ''].map(stateOf)).toEqual(['missing', 'outdated', '', ''])
})
