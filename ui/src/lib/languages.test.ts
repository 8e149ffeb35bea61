import { expect, test } from 'vitest'
import { languageTag, sortLanguages, textLanguage } from './languages'

test('English comes first, the rest by the alphabet', () => {
  expect(sortLanguages(['Spanish', 'Arabic', 'English', 'Somali'])).toEqual(['English', 'Arabic', 'Somali', 'Spanish'])
  expect(sortLanguages(['Spanish', 'Arabic'])).toEqual(['Arabic', 'Spanish'])
})

test('a language has its tag in any case', () => {
  expect(languageTag('spanish')).toBe('es')
  expect(languageTag('Klingon')).toBeUndefined()
})

test.each([
  ['خطة العمل للربو', ['Arabic'], 'ar'],
  ['طرح آسم', ['Farsi', 'English'], 'fa'],
  ['哮喘行动计划', ['Chinese (Traditional)'], 'zh-Hant'],
  ['План действий', [], 'ru'],
  ['Plan de acción', ['Spanish'], 'es'],
  ['Kế hoạch hành động', ['Vietnamese', 'Hmong'], 'vi'],
  ['Asthma action plan', ['English', 'Spanish'], undefined],
  ['Asthma action plan (عربي)', ['English', 'Arabic'], undefined],
])('%s in %j is pronounced as %s', (text, languages, tag) => expect(textLanguage(text, languages)).toBe(tag))
