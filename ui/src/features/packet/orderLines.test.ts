import { expect, test } from 'vitest'
import type { PacketVersion } from '../../api/packets'
import { orderChoices, orderLines } from './OrderAllDialog'
import type { ShownItem } from './shownItems'

const version = (lang: string, tag: string): PacketVersion => ({
  lang,
  tag,
  name: lang,
  dir: 'ltr',
  url: `https://x.example.org/${tag}`,
  ksbgNumber: `K-${tag}`,
})
const [english, somali] = [version('English', 'en'), version('Somali', 'so')]
const item = (citation: string, languages: PacketVersion[], fields: Partial<ShownItem> = {}): ShownItem => ({
  citation,
  readableId: 'r',
  title: citation,
  obsolete: false,
  whereToObtain: 'Copy Center',
  printingSpecs: 'Goldenrod',
  languages,
  note: null,
  replaces: null,
  isStandIn: false,
  ...fields,
})
const items = [item('both', [english, somali]), item('one', [english])]
const languagesOf = (chosen: [string, string][] = []) =>
  orderLines(orderChoices(items, 'so', new Map(chosen))).map(({ id, lang }) => [id, lang])

test('each handout is ordered in the chosen language, else in English until another choice is made', () => {
  expect(languagesOf()).toEqual([
    ['both', 'Somali'],
    ['one', 'English'],
  ])
  expect(orderChoices(items, 'so', new Map()).map(({ isOpen }) => isOpen)).toEqual([false, true])
  expect(languagesOf([['one', '']])).toEqual([['both', 'Somali']])
})

test('a line has what the cart needs', () => {
  expect(orderLines(orderChoices(items.slice(0, 1), 'so', new Map()))).toEqual([
    {
      id: 'both',
      itemNum: 'K-so',
      lang: 'Somali',
      readableId: 'r',
      title: 'both',
      url: 'https://x.example.org/so',
      printingSpecs: 'Goldenrod',
    },
  ])
})

test('only handouts in use that the copy center has are ordered', () => {
  const others = [
    item('web', [english], { whereToObtain: 'Website' }),
    item('old', [english], { obsolete: true }),
    item('none', []),
  ]
  expect(orderChoices(others, 'so', new Map())).toEqual([])
})
