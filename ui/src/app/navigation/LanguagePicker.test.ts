import { expect, test } from 'vitest'
import type { ChoosableLanguage } from '../../api/languages'
import { matchingLanguages } from './LanguagePicker'

const language = (value: string, tag: string, name: string): ChoosableLanguage => ({
  value,
  tag,
  name,
  dir: 'auto',
  count: 1,
})
const all = [
  language('Spanish', 'es', 'Español'),
  language('Arabic', 'ar', 'العربية'),
  language('Oromo', 'om', 'Afaan Oromoo'),
]

test.each([
  ['', ['es', 'ar', 'om']],
  ['espanol', ['es']],
  ['SPAN', ['es']],
  ['عرب', ['ar']],
  ['árabe', ['ar']],
  ['oro', ['om']],
  ['a', ['ar', 'om', 'es']],
  ['klingon', []],
])('%s finds %j', (typed, tags) => {
  const spanish = (value: string) => (value === 'Arabic' ? 'Árabe' : value)
  expect(matchingLanguages(all, typed, spanish).map(({ tag }) => tag)).toEqual(tags)
})
