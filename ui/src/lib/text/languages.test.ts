import { expect, test } from 'vitest'
import { isSameLanguage, parseTag, sortLanguages } from './languages'
import { textLanguage } from './textLanguage'

const asStored = (value: string) => value

test('English comes first, the rest alphabetically', () => {
  expect(sortLanguages(['Spanish', 'Arabic', 'English', 'Somali'], asStored, 'en-US')).toEqual([
    'English',
    'Arabic',
    'Somali',
    'Spanish',
  ])
  expect(sortLanguages(['Spanish', 'Arabic'], asStored, 'en-US')).toEqual(['Arabic', 'Spanish'])
})

test('in another language they are sorted by their names in it, accents and all', () => {
  const names = new Map([
    ['English', 'Inglés'],
    ['Arabic', 'Árabe'],
    ['German', 'Alemán'],
    ['Thai', 'Tailandés'],
    ['Spanish', 'Español'],
  ])
  const sorted = sortLanguages([...names.keys()], (value) => names.get(value) ?? value, 'es-US')
  expect(sorted).toEqual(['English', 'German', 'Arabic', 'Spanish', 'Thai'])
})

test.each([
  ['es-MX', 'es', true],
  ['zh', 'zh-Hans', true],
  ['ES', 'es', true],
  ['zh-Hans', 'zh-Hant', false],
  ['es', 'est', false],
])('%s and %s are one language: %s', (a, b, expected) => expect(isSameLanguage(a, b)).toBe(expected))

test.each([
  ['خطة العمل للربو', ['ar'], 'ar'],
  ['طرح آسم', ['fa', 'en'], 'fa'],
  ['哮喘行动计划', ['zh-Hant'], 'zh-Hant'],
  ['План действий', [], 'ru'],
  ['Plan de acción', ['es'], 'es'],
  ['Kế hoạch hành động', ['vi', 'hmn'], 'vi'],
  ['Kế hoạch hành động khi trẻ bị hen suyễn', ['en', 'vi'], 'vi'],
  ['Asthma action plan (Tiếng Việt)', ['en', 'vi'], undefined],
  ['Asthma action plan', ['en', 'es'], undefined],
  ['Asthma action plan (عربي)', ['en', 'ar'], undefined],
])('%s in %j is pronounced as %s', (text, languages, tag) => expect(textLanguage(text, languages)).toBe(tag))

test('a malformed tag of a URL is ignored', () => {
  expect(parseTag('ES-mx')).toBe('es-MX')
  for (const text of [null, '', 'x_y', '!']) expect(parseTag(text)).toBeNull()
})
