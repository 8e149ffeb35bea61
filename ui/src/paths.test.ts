import { expect, test } from 'vitest'
import { citationPath, helpPath, signInPath } from './paths'

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

test('the help knows the screen, and nothing that was searched for', () => {
  expect(helpPath({ pathname: '/search', search: '?q=secret' })).toBe('/help?for=%2Fsearch')
  expect(helpPath({ pathname: '/manage_lookups', search: '?category=synonyms&term=x' })).toBe(
    '/help?for=%2Fmanage_lookups%3Fcategory%3Dsynonyms',
  )
})
