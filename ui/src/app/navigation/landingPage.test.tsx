import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useUser } from '../../api/user'
import { currentNavigation } from '../../lib/pageHistory'
import { json, serve, show, userOf } from '../../testApp'
import { expectLandingPage, useLandingPage } from './landingPage'

function Home() {
  const isPending = useLandingPage()
  const { known } = useUser()
  return <p>{isPending ? 'Not known yet' : known ? 'Home' : 'Loading'}</p>
}

const shownPath = () => currentNavigation().location.pathname

beforeEach(() => sessionStorage.clear())

test('an administrator who has signed in from the home view is redirected to the overview, once', async () => {
  serve({ 'GET /api/user': userOf('nora') })
  expectLandingPage()
  const first = show(<Home />, 'nora', '/')
  expect(screen.getByText('Not known yet')).toBeTruthy()
  await waitFor(() => expect(shownPath()).toBe('/overview'))
  first.unmount()
  show(<Home />, 'nora', '/')
  await screen.findByText('Home')
  expect(shownPath()).toBe('/')
})

test('an administrator who returns to another page stays there', async () => {
  serve({ 'GET /api/user': userOf('nora') })
  expectLandingPage()
  show(<Home />, 'nora', '/citation/fever')
  await screen.findByText('Home')
  expect(shownPath()).toBe('/citation/fever')
})

test('others stay on the home view', async () => {
  serve({
    'GET /api/user': () =>
      json({ admin: false, roles: [], session: { favorites: [], order: [] }, searches: [], profile: {} }),
  })
  expectLandingPage()
  show(<Home />, 'nora', '/')
  await screen.findByText('Home')
  expect(shownPath()).toBe('/')
})
