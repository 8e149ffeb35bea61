import { expect, test } from 'vitest'
import { previewRow } from './import.fixture'
import { choicesOf, parseDecision, proposedValue } from './PreviewStep'

const likely = [
  { id: 'c1', title: 'Asthma', same: 'title' },
  { id: 'c2', title: 'Asthma at school', same: 'number' },
]

test('what is done anyway is no decision', () => {
  const row = previewRow({ likely })
  expect(proposedValue(row)).toBe('update:c1')
  expect(parseDecision(row, 'update:c1')).toBeNull()
  expect(parseDecision(row, 'update:c2')).toEqual({ row: 2, action: 'update', id: 'c2', isBad: false })
  expect(parseDecision(row, 'add')).toEqual({ row: 2, action: 'add', id: null, isBad: false })
  expect(parseDecision(previewRow({ outcome: 'new', id: null, proposal: 'add' }), 'add')).toBeNull()
})

test('a bad row has no proposal; a citation that fits makes it good', () => {
  const row = previewRow({ outcome: 'bad', id: null, proposal: null, likely })
  expect(proposedValue(row)).toBe('')
  expect(parseDecision(row, '')).toBeNull()
  expect(parseDecision(row, 'update:c2')).toMatchObject({ id: 'c2', isBad: true })
  expect(choicesOf(row).updates.map(({ value }) => value)).toEqual(['update:c1', 'update:c2'])
})

test('a row that names its citation is no new one', () => {
  const { updates, mayAdd } = choicesOf(previewRow({}))
  expect([updates.map(({ value }) => value), mayAdd]).toEqual([['update:c1'], false])
  expect(choicesOf(previewRow({ outcome: 'new', id: null, proposal: 'add' }))).toEqual({ updates: [], mayAdd: true })
})
