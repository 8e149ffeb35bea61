import { expect, test } from 'vitest'
import type { PacketItem, PacketVersion } from '../../api/packets'
import { countIn, defaultVersion, languageChoices, shownItems, versionIn } from './shownItems'

const version = (tag: string | null, url: string | null = `https://x.example.org/${tag}`): PacketVersion => ({
  lang: tag ?? 'Klingon',
  tag,
  name: tag ?? 'Klingon',
  dir: 'ltr',
  url,
  ksbgNumber: null,
})

const item = (citation: string, tags: readonly string[] = ['en'], fields: Partial<PacketItem> = {}): PacketItem => ({
  citation,
  readableId: citation,
  title: `The ${citation}`,
  obsolete: false,
  whereToObtain: 'Copy Center',
  printingSpecs: null,
  languages: tags.map((tag) => version(tag)),
  note: null,
  replaces: null,
  replacement: null,
  ...fields,
})

test('editors see the replacement that families see, with the note of the replaced handout', () => {
  const old = item('old', ['en'], { obsolete: true, note: 'First', replacement: item('new') })
  expect(shownItems({ items: [old] })).toMatchObject([
    { citation: 'new', note: 'First', replaces: 'The old', isStandIn: true, obsolete: false },
  ])
  const replaced = item('new', ['en'], { replaces: { citation: 'old', readableId: 'old', title: 'The old' } })
  expect(shownItems({ items: [replaced] })).toMatchObject([{ replaces: 'The old', isStandIn: false }])
})

test('no citation is shown twice', () => {
  const old = item('old', ['en'], { obsolete: true, replacement: item('new') })
  expect(shownItems({ items: [item('new'), old] }).map(({ citation }) => citation)).toEqual(['new'])
})

test('a version matches another regional form of its language; one with a file comes first', () => {
  const languages = [version('es', null), version('es-MX'), version('zh-Hans'), version(null)]
  expect(versionIn({ languages }, 'es')?.tag).toBe('es-MX')
  expect(versionIn({ languages }, 'zh')?.tag).toBe('zh-Hans')
  expect(versionIn({ languages }, 'zh-Hant')).toBeNull()
  expect(versionIn({ languages }, null)).toBeNull()
})

test('without a language it is English, else one with a file', () => {
  expect(defaultVersion(item('a', ['so', 'en']))?.tag).toBe('en')
  expect(defaultVersion({ languages: [version('so', null), version('hmn')] })?.tag).toBe('hmn')
  expect(defaultVersion({ languages: [] })).toBeNull()
})

test('the selected language is offered even if no handout has it', () => {
  const items = shownItems({ items: [item('a', ['en', 'so']), item('b')] })
  expect(countIn(items, 'so')).toBe(1)
  const languages = [{ tag: 'en', name: 'English', dir: 'ltr' as const, count: 2 }]
  expect(languageChoices(languages, items, { tag: 'hmn', name: 'Hmoob' })).toEqual([
    { tag: 'en', name: 'English', count: 2 },
    { tag: 'hmn', name: 'Hmoob', count: 0 },
  ])
  expect(languageChoices(languages, items, { tag: 'en', name: 'English' })).toHaveLength(1)
})
