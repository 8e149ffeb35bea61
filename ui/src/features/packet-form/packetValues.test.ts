import { expect, test } from 'vitest'
import type { Citation } from '../../api/catalogue/citations'
import type { Packet } from '../../api/packets'
import { mergedValues } from '../../formkit/useRecordForm'
import {
  changedLabels,
  copiedPacket,
  emptyPacket,
  formField,
  gatheredPacket,
  itemOf,
  toInput,
  toPacketValues,
} from './packetValues'

const handout = (citation: string, fields = {}) => ({
  citation,
  readableId: citation,
  title: `The ${citation}`,
  obsolete: false,
  whereToObtain: null,
  printingSpecs: null,
  languages: [],
  note: null,
  replaces: null,
  replacement: null,
  ...fields,
})
const packet = (items: ReturnType<typeof handout>[]): Packet => ({
  id: 'p',
  readableId: null,
  code: 'ABC',
  title: 'Going home',
  description: null,
  department: 'Surgery',
  needsLook: null,
  published: true,
  owned: true,
  editable: true,
  items,
  languages: [],
  updated: '2026-11-23T16:10:00.000Z',
})

test('stored values are sent back, empty texts as null', () => {
  const values = toPacketValues(packet([handout('a', { obsolete: true, replacement: handout('b') })]))
  expect(values.items).toEqual([{ ...itemOf('a', 'The a'), obsolete: true, replacement: 'The b' }])
  expect(toInput({ ...values, description: '  ', items: [{ ...itemOf('a', ''), note: ' Read first ' }] })).toEqual({
    title: 'Going home',
    description: null,
    department: 'Surgery',
    published: true,
    items: [{ citation: 'a', note: 'Read first' }],
  })
})

test('a copy is personal, and has replacements instead of obsolete handouts', () => {
  const items = [
    handout('a', { note: 'First', obsolete: true, replacement: handout('b') }),
    handout('b'),
    handout('c', { obsolete: true }),
    handout('d'),
  ]
  const { values: copy, leftOut } = copiedPacket(packet(items))
  expect(copy.published).toBe(false)
  expect(leftOut).toEqual({ obsolete: 1, tooMany: 0, missing: 0 })
  expect(copy.items.map(({ citation, note }) => [citation, note])).toEqual([
    ['b', 'First'],
    ['d', ''],
  ])
})

test('a new packet counts the handouts that it leaves out', () => {
  const ids = Array.from({ length: 52 }, (_, n) => `c${n}`)
  // The second one is obsolete, the third one does not exist.
  const citations = ids
    .slice(0, 50)
    .filter((id) => id !== 'c2')
    .map((id) => ({ id, title: id, obsolete: id === 'c1' }) as Citation)
  const { values, leftOut } = gatheredPacket(ids, citations)
  expect(values.items).toHaveLength(48)
  expect(leftOut).toEqual({ obsolete: 1, tooMany: 2, missing: 1 })
  const few = gatheredPacket(ids.slice(0, 1), citations.slice(0, 1))
  expect(few.leftOut).toEqual({ obsolete: 0, tooMany: 0, missing: 0 })
})

test('errors of the server are assigned to form fields', () => {
  expect(formField('items[3].citation')).toBe('items.3.citation')
  expect(formField('items')).toBe('items.root')
  expect(formField('title')).toBe('title')
})

test('changed fields keep their input, and unchanged fields show what somebody else has saved', () => {
  const before = { ...emptyPacket, title: 'Before', items: [itemOf('a', 'A')] }
  const mine = { ...before, items: [...before.items, itemOf('b', 'B')] }
  const latest = { ...before, title: 'Theirs', description: 'Theirs' }
  expect(changedLabels(before, latest)).toEqual(['Title', 'Description'])
  expect(mergedValues(before, mine, latest, toInput)).toEqual({ ...latest, items: mine.items })
})
