// @vitest-environment node
// The pictures of the guide show what the screens say today: each text in them is a message, or a record of the demo.
import { readdirSync, readFileSync } from 'node:fs'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { languages, readMessages, readStaffMessages } from '../../messages.mjs'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const files = (folder: string, ending: string) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

/** A message as a regular expression: what is filled in may be anything. */
const pattern = (nodes: readonly MessageFormatElement[]): string =>
  nodes
    .map((node) => {
      if (node.type === TYPE.literal) return escaped(node.value)
      if (node.type === TYPE.tag) return pattern(node.children)
      if (node.type === TYPE.plural || node.type === TYPE.select) {
        return `(?:${Object.values(node.options)
          .map(({ value }) => pattern(value))
          .join('|')})`
      }
      return node.type === TYPE.pound || node.type === TYPE.number ? '[\\d.,]+' : '.+?'
    })
    .join('')

/** The runs of a message between its tags, each an element of its own on the screen. */
const runs = (nodes: readonly MessageFormatElement[]): MessageFormatElement[][] => {
  const found: MessageFormatElement[][] = [[]]
  for (const node of nodes) {
    if (node.type === TYPE.tag) found.push(...runs(node.children), [])
    else found.at(-1)?.push(node)
  }
  return found
}

/** Letters that the message itself says, without what is filled in. */
const says = (source: string) => source.replace(/\\s\+|\.\+\?|\\d/g, '').match(/\p{L}/gu)?.length ?? 0

function messagePatterns(): RegExp[] {
  const texts = [...languages.map(readMessages), readStaffMessages()].flatMap((sections) =>
    Object.values(sections).flatMap((section) => Object.values(section as Record<string, string>)),
  )
  const sources = texts.flatMap((text) => {
    const nodes = parse(text)
    return [nodes, ...runs(nodes)].map((run) => pattern(run).replace(/^(\\s\+)+|(\\s\+)+$/g, ''))
  })
  return [...new Set(sources)]
    .filter((source) => says(source) > 1)
    .map((source) => new RegExp(`^\\s*${source}\\s*$`, 'su'))
}

/** The labels of the form's fields, the demo's records and people, and the names of languages. */
const demo = [
  ...files('assets/sample', '.jsonl'),
  ...files('assets/languages', '.tsv'),
  ...files('src/domain/orders', 'demo.rs'),
  'src/domain/demo.rs',
  'src/web/demo_provider.rs',
  'ui/src/lib/citationFields.ts',
  'ui/e2e/support/staff.ts',
]
  .map(read)
  .join('\n')
  .replaceAll('\\"', '"')
  .toLowerCase()

/** The Spanish names of languages, which browsers have. */
const spanishNames = ['en', 'am', 'ar', 'es', 'fr', 'hmn', 'kar', 'om', 'ru', 'so', 'vi', 'zh-Hans', 'zh-Hant'].map(
  (tag) => new Intl.DisplayNames('es', { type: 'language' }).of(tag),
)

/** Figures, days, times, order numbers, addresses. */
const isFigure = (text: string) =>
  /^[\P{L}]*$/u.test(text) ||
  /^[\d/,.: ]*(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* [\d, :]+([AP]M)?$/.test(text) ||
  /^\d{1,2} \p{Ll}{3,4} \d{4}$/u.test(text) ||
  /^(PDF|KSBG|https?:|\S+@)/.test(text)

/** Of the demo as a whole, or a person of it, whose names it has one by one. */
const isOfDemo = (text: string) =>
  demo.includes(text.toLowerCase()) ||
  spanishNames.includes(text.toLowerCase()) ||
  (/^\S+ \S+$/.test(text) && text.split(' ').every((name) => demo.includes(`"${name.toLowerCase()}"`)))

test('each text of each picture is said today', () => {
  const patterns = messagePatterns()
  const isKnown = (text: string) => isFigure(text) || isOfDemo(text) || patterns.some((one) => one.test(text))
  // A label may have a count, and some lines list names.
  const isSaid = (text: string) =>
    isKnown(text) || isKnown(text.replace(/ \(\d+\)$|: \d+$/, '')) || text.split(', ').every(isKnown)
  const pictures = files('docs/guide/pictures', '.txt')
  expect(pictures.length).toBeGreaterThan(15)
  const aged = pictures.flatMap((picture) => {
    const texts = read(picture).trim().split('\n')
    expect(texts.length, picture).toBeGreaterThan(5)
    return texts.filter((text) => !isSaid(text)).map((text) => `${picture}: ${text}`)
  })
  expect(aged, 'Take the pictures again: make pictures').toEqual([])
  expect(isSaid('A text that no screen has ever shown')).toBe(false)
})
