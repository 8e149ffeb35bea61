import { expect, test } from 'vitest'
import { linkDetail, linkLabel } from './LinksPage'
import { linkEntry } from './linkEntry.fixture'

const check = (given: Parameters<typeof linkEntry>[0], expected: string) =>
  expect(linkDetail(linkEntry(given))).toBe(expected)

test('a link that fails for the first nights shows when it counts as broken', () => {
  check(
    { state: 'ok', result: 'gone', nights: 0 },
    'Not found at the last check. It counts as broken after three nights in a row.',
  )
  check({ state: 'ok', nights: 2 }, 'Not found on the last 2 nights. It counts as broken after three nights in a row.')
  check(
    { state: 'unchecked', result: 'unreachable', nights: 1 },
    'No answer at the last check. It counts as broken after three nights in a row.',
  )
})

test('a link that fails from the first night on is not called unchecked', () => {
  expect(linkLabel(linkEntry({ state: 'unchecked', result: 'gone' }))).toBe('Not confirmed yet')
  expect(linkLabel(linkEntry({ state: 'unchecked', result: 'unchecked' }))).toBe('Not checked')
  expect(linkLabel(linkEntry({ state: 'ok', result: 'gone' }))).toBe('Works')
})

test('a link that does not work states the reason', () => {
  check({}, 'The server reports that the file does not exist.')
  check({ state: 'unreachable', result: 'unreachable', reason: 'certificate expired' }, 'Certificate expired.')
  check({ state: 'moved', result: 'moved', reason: 'https://new.example.org/' }, 'Now at https://new.example.org/')
  check({ state: 'ok', result: 'ok', reason: null }, '')
})

test('an unchecked link shows the reason and what to do', () => {
  const unchecked = { state: 'unchecked', result: 'unchecked', nights: 0 } as const
  check({ ...unchecked, reason: 'not checked yet', checked: null }, '')
  check({ ...unchecked, reason: 'too large' }, 'The file is larger than 25 MB.')
  expect(linkDetail(linkEntry({ ...unchecked, reason: 'inner network' }))).toContain('links.allow_hosts')
})
