import { expect, test } from 'vitest'
import { languageRow } from './HomeLanguages'

const language = (tag: string, count: number) => ({ value: tag, tag, name: tag, dir: 'auto' as const, count })
const choosable = ['en', 'es', 'so', 'ar', 'vi', 'zh-Hans', 'hmn', 'ru', 'am'].map((tag, n) => language(tag, 90 - n))

const check = (wanted: string[], chosen: string | null, expected: string[]) =>
  expect(languageRow(choosable, wanted, chosen).map(({ tag }) => tag)).toEqual(expected)

test('the most used languages, without English', () =>
  check(['en-US'], null, ['es', 'so', 'ar', 'vi', 'zh-Hans', 'hmn']))

test("the browser's languages come first", () =>
  check(['ru-RU', 'en', 'so'], null, ['ru', 'so', 'es', 'ar', 'vi', 'zh-Hans']))

test('the chosen one is always there, and those in the row keep their places', () => {
  check(['en'], 'am', ['es', 'so', 'ar', 'vi', 'zh-Hans', 'am'])
  check(['en'], 'ar', ['es', 'so', 'ar', 'vi', 'zh-Hans', 'hmn'])
})

test('a chosen language without materials, and English, add nothing', () => {
  check(['en'], 'tlh', ['es', 'so', 'ar', 'vi', 'zh-Hans', 'hmn'])
  check(['en'], 'en', ['es', 'so', 'ar', 'vi', 'zh-Hans', 'hmn'])
})
