import { expect, test } from 'vitest'
import { citationPath, signInPath } from './paths'

test('signing in returns to path, query and fragment', () => {
  expect(signInPath({ pathname: '/search', search: '?q=a&page=2', hash: '#x' })).toBe(
    '/login?return=%2Fsearch%3Fq%3Da%26page%3D2%23x',
  )
})

test('on a replica, people sign in on its primary', () => {
  const location = { pathname: '/citation/asthma', search: '', hash: '' }
  expect(signInPath(location, 'https://primary.example.org/login')).toBe(
    'https://primary.example.org/login?return=%2Fcitation%2Fasthma',
  )
  expect(signInPath(location, null)).toBe('/login?return=%2Fcitation%2Fasthma')
})

test('an ID in any script makes a valid path', () =>
  expect(citationPath('خطة/1')).toBe('/citation/%D8%AE%D8%B7%D8%A9%2F1'))
