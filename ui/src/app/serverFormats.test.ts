// @vitest-environment node
// Generates the cases for the tests of the server, which must format texts exactly as the screens do.
// `vitest run -u` updates them.
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { languages, placeholdersOf, readMessages } from '../../messages.mjs'
import { createText, toLocale } from '../i18n/section'
import { monthText, shortDate } from '../lib/dates/dates'

/** The sections that the server renders; SECTIONS in build.rs. */
const sections = [
  'shell',
  'parts',
  'search',
  'results',
  'crisis',
  'citation',
  'preferredLanguage',
  'home',
  'packet',
  'packetLinks',
]
const numbers = [0, 1, 2, 12_345]
const days = ['2026-01-05', '2024-09-30', '1999-12-31']
const tags = ['es', 'so', 'zh-Hans', 'ar', 'hmn', 'en']

/** A text with its placeholders, once with each number; texts with elements are composed by the caller. */
function textCases(language: string, text: string) {
  const placeholders = placeholdersOf(text)
  if (placeholders.length === 0 || placeholders.some(([, kind]) => kind === 'tag')) return []
  const isCounted = placeholders.some(([, kind]) => kind === 'number')
  return (isCounted ? numbers : [0]).map((number) => {
    const values = Object.fromEntries(
      placeholders.map(([name, kind]) => [name, kind === 'number' ? number : 'a {b} #']),
    )
    const format = createText<Record<'text', Record<string, string | number>>>(
      { name: '', texts: { text: compile(text) } },
      language,
      null,
    )
    return { language, text, values, formatted: format('text', values) }
  })
}

function casesOf(language: string) {
  const locale = toLocale(language)
  const messages = readMessages(language)
  const names = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' })
  return [
    ...sections.flatMap((section) =>
      Object.values(messages[section] ?? {}).flatMap((text) => textCases(language, text)),
    ),
    ...days.map((day) => ({ language, day, formatted: shortDate(day, locale) })),
    ...days.map((day) => ({ language, month: day, formatted: monthText(day, locale) })),
    ...tags.map((tag) => ({ language, tag, formatted: names.of(tag) })),
  ]
}

test('the cases of the server match what the screens show', async () => {
  const lines = languages.flatMap(casesOf).map((one) => JSON.stringify(one))
  await expect(`[\n${lines.join(',\n')}\n]\n`).toMatchFileSnapshot('../../../tests/formatted_texts.json')
})
