import { beforeEach, expect, test } from 'vitest'
import { focusNeighbor } from './focusNeighbor'

beforeEach(() => {
  document.body.innerHTML =
    '<ul><li><a href="/1">1</a><button id="a">x</button></li><li><a href="/2">2</a><button id="b">x</button></li></ul><p id="f" tabindex="-1"></p>'
})

const at = (id: string) => {
  const element = document.getElementById(id)
  if (!element) throw new Error(id)
  return element
}

test.each([
  ['a', 'b'],
  ['b', 'a'],
])('from %s the focus moves to the same control of the neighboring row: %s', (from, to) => {
  focusNeighbor(at(from), 'li', () => at('f'))
  expect(document.activeElement?.id).toBe(to)
})

test('the last row passes the focus to the fallback', () => {
  at('a').closest('li')?.remove()
  focusNeighbor(at('b'), 'li', () => at('f'))
  expect(document.activeElement?.id).toBe('f')
})
