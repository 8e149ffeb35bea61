// @vitest-environment node
// Compares the message files with each other, and with the texts that the screens use.
import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { languages, placeholdersOf, readMessages, readStaffMessages, textErrors } from '../../messages.mjs'
import { actionKey } from '../features/audit/AuditPage'
import { isTest, sourcesBelow } from '../lint/sources'
import { createText } from './section'

const others = languages.filter((language) => language !== 'en')

test('there are texts in Spanish', () => expect(others).toContain('es'))

test.each(others)('%s has the same texts as English, with the same placeholders', (language) => {
  expect(textErrors(language)).toEqual([])
})

test('missing, surplus and empty texts and differing placeholders are found', () => {
  const english = {
    part: { greeting: 'Hello {name}', gone: 'Bye', blank: 'x', plural: '{count, plural, one {#} other {#}}' },
  }
  const spanish = { part: { greeting: 'Hola {nombre}', blank: ' ', more: 'y', plural: '{count, number}' } }
  expect(textErrors('es', spanish, english)).toEqual([
    'es.json lacks part.gone',
    'es.json: the placeholders of part.greeting are not those of English',
    'es.json: part.blank is empty',
    'es.json has part.more, which en.json lacks',
  ])
  expect(placeholdersOf('{a, plural, one {# of {b}} other {<c>x</c>}}')).toEqual([
    ['a', 'number'],
    ['b', 'argument'],
    ['c', 'tag'],
  ])
})

/** Texts that are never shown with the number 1, or whose words the specification fixes. */
const neverOne = new Set([
  ...['allFoundSelected', 'atMostItemsHandouts', 'codesTooMany', 'countCitations', 'lastMonths', 'packetIsFull'],
  ...['moreLanguagesOfTitle', 'onLastNights', 'quantityRange', 'range', 'showing', 'showingFor', 'times'],
])

/** An English text with 1 for each number; empty if it has none, or has elements, which a component composes. */
function withOne(text: string) {
  const placeholders = placeholdersOf(text)
  const kinds = placeholders.map(([, kind]) => kind)
  if (!kinds.includes('number') || kinds.includes('tag')) return ''
  const values = Object.fromEntries(placeholders.map(([name, kind]) => [name, kind === 'number' ? 1 : '']))
  const section = { name: '', texts: { text: compile(text) } }
  return createText<Record<'text', { n: number }>>(section, 'en', null)('text', { n: 1, ...values })
}

test('English texts with the number 1 are singular', () => {
  const texts = [...Object.values(readMessages('en')), ...Object.values(readStaffMessages())].flatMap(Object.entries)
  const plural = texts
    .filter(([key]) => !neverOne.has(key))
    .map(([, text]) => withOne(text))
    .filter((text) => /\b1 (?!characters|exists|has|is|lacks|was)(\w+s|(\w+ )?are)\b/.test(text))
  expect(plural).toEqual([])
})

const sources = sourcesBelow('src', /\.tsx?$/).filter(({ path }) => !isTest(path))

test('each English text is used somewhere', () => {
  const source = sources.map(({ text }) => text).join('\n')
  const unused = Object.entries(readMessages('en')).flatMap(([section, texts]) =>
    Object.keys(texts)
      .filter((key) => !new RegExp(`['"\`]${key}['"\`]`).test(source))
      .map((key) => `${section}.${key}`),
  )
  expect(unused).toEqual([])
})

/** Matches a call of the formatter `name` with one key, or with a choice of two. */
const staffCall = (name: string) => new RegExp(`\\b${name}(?:\\.rich)?\\([^()]*?'(\\w+)'(?: : '(\\w+)')?`, 'g')

/** The keys of the texts for the actions of the server and their groups, which no call names. */
const actionKeys = [
  ...readFileSync('../src/model/audit/event.rs', 'utf8').matchAll(/= "([a-z_]+)(\.[a-z_]+)?"/g),
].flatMap(([, group = '', action = '']) => [group, actionKey(group + action)])

test('each text for staff is not empty, and is used where its section is imported', () => {
  const unused = Object.entries(readStaffMessages()).flatMap(([section, texts]) => {
    const used = new Set(
      sources.flatMap(({ text }) => {
        const name = new RegExp(`^import (\\w+) from 'messages:staff/${section}'$`, 'm').exec(text)?.[1]
        return name === undefined ? [] : [...text.matchAll(staffCall(name))].flatMap(([, ...keys]) => keys)
      }),
    )
    for (const key of section === 'audit' ? actionKeys : []) used.add(key)
    return Object.keys(texts)
      .filter((key) => !used.has(key))
      .map((key) => `${section}.${key}`)
  })
  expect(unused).toEqual([])
  const empty = Object.values(readStaffMessages()).flatMap((texts) =>
    Object.values(texts).filter((text) => !text.trim()),
  )
  expect(empty).toEqual([])
})
