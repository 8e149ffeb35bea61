import { expect, test } from 'vitest'
import { invalidLines, toDelivery } from './TransitionForm'

const lines = [
  { line: 1, quantity: 40, sent: 10 },
  { line: 2, quantity: 5, sent: 0 },
  { line: 3, quantity: 8, sent: 8 },
]

test('the remaining quantities are sent unless others are typed', () => {
  expect(invalidLines(lines, {})).toEqual([])
  expect(toDelivery(lines, {})).toBeUndefined()
  expect(toDelivery(lines, { 1: '20' })).toEqual([
    { line: 1, quantity: 20 },
    { line: 2, quantity: 5 },
  ])
})

test.each(['31', '-1', '1.5', '', 'two'])('a quantity of "%s" is invalid', (text) => {
  expect(invalidLines(lines, { 1: text })).toEqual([1])
})

test('sending nothing is an error on every line', () => {
  expect(invalidLines(lines, { 1: '0', 2: '0' })).toEqual([1, 2])
  expect(invalidLines(lines, { 1: '0' })).toEqual([])
})
