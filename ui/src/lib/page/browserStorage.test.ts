import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage, tabStorage } from './browserStorage'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['browser', browserStorage, () => localStorage],
  ['tab', tabStorage, () => sessionStorage],
])('values are stored in the %s until they are removed', (_, storage, native) => {
  expect(storage.get('a')).toBeNull()
  expect(storage.set('a', { n: 1 })).toBe(true)
  expect(storage.get('a')).toEqual({ n: 1 })
  expect(native().getItem('a')).toBe('{"n":1}')
  expect(storage.keys()).toEqual(['a'])
  storage.remove('a')
  expect(storage.get('a')).toBeNull()
})

test('an unreadable value is not found', () => {
  localStorage.setItem('a', '{')
  expect(browserStorage.get('a')).toBeNull()
})

test.each([
  ['browser', browserStorage, 'localStorage'],
  ['tab', tabStorage, 'sessionStorage'],
])('with site data blocked, nothing is stored or found in the %s', (_, storage, name) => {
  vi.stubGlobal(
    name,
    new Proxy(
      {},
      {
        get: () => {
          throw new DOMException('Access is denied', 'SecurityError')
        },
        ownKeys: () => {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      },
    ),
  )
  expect(storage.set('a', 1)).toBe(false)
  expect(storage.get('a')).toBeNull()
  expect(storage.keys()).toEqual([])
  expect(() => storage.remove('a')).not.toThrow()
})
