import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import ProfilePage from './ProfilePage'

test('a person signs out everywhere with a form that the browser submits', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/user/profile': () => json({ accessToken: 'a.b.c', claims: { sub: 'nora' } }),
  })
  show(<ProfilePage />, 'nora', '/profile')
  await screen.findByText('a.b.c')
  const button = screen.getByRole('button', { name: 'Sign out everywhere' }) as HTMLButtonElement
  expect(button.form?.getAttribute('action')).toBe('/logout?everywhere=true')
  expect(button.form?.method).toBe('post')
})

test('a person learns that their groups are not all known', async () => {
  for (const [groupsProblem, title] of [
    ['leftOut', 'The sign-in service left your groups out'],
    ['unreadable', 'Your groups could not be read'],
  ]) {
    serve({
      'GET /api/user': userOf('nora'),
      'GET /api/user/profile': () => json({ accessToken: 'a.b.c', claims: { sub: 'nora' }, groupsProblem }),
    })
    const { unmount } = show(<ProfilePage />, 'nora', '/profile')
    await screen.findByText(title as string)
    unmount()
  }
})
