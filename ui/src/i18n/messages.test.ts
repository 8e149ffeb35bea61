// @vitest-environment node
// The files of the languages against each other, and against what the screens ask for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages, placeholdersOf, readMessages, textErrors } from '../../messages.mjs'

const others = languages.filter((language) => language !== 'en')

test('there are texts in Spanish', () => expect(others).toContain('es'))

test.each(others)('%s has each text of English, with the same placeholders, and no other', (language) => {
  expect(textErrors(language)).toEqual([])
})

test('a missing, a surplus, an empty and a text with another placeholder are found', () => {
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

/** All source that may ask for a text. */
function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return sources(path)
      return /\.tsx?$/.test(entry.name) && !/\.test\.|\.d\.ts$/.test(entry.name) ? readFileSync(path, 'utf8') : ''
    })
    .join('\n')
}

test('each English text is used somewhere', () => {
  const source = sources('src')
  const unused = Object.entries({ ...readMessages('en') }).flatMap(([section, texts]) =>
    Object.keys(texts)
      .filter((key) => !new RegExp(`['"\`]${key}['"\`]`).test(source))
      .map((key) => `${section}.${key}`),
  )
  expect(unused).toEqual([])
})
