import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router-dom'
import { expect, test } from 'vitest'
import { PageRouter } from './PageRouter'
import { currentNavigation, navigator } from './pageHistory'
import { useNavigationBlocker } from './useNavigationBlocker'

function Form({ unstored }: { unstored?: boolean }) {
  const { asking, stay, leave } = useNavigationBlocker({ unsaved: true, unstored })
  return (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="#part">Further down</Link>
      {asking && (
        <>
          <button type="button" onClick={stay}>
            Stay
          </button>
          <button type="button" onClick={leave}>
            Leave
          </button>
        </>
      )}
    </>
  )
}

const routes = (unstored?: boolean) => [
  { path: '/', element: <h1>Home</h1> },
  { path: '/form', element: <Form unstored={unstored} /> },
  { path: '/elsewhere', element: <h1>Another screen</h1> },
]

function show(unstored?: boolean) {
  navigator.replace('/')
  navigator.push('/form')
  render(<PageRouter routes={routes(unstored)} />)
}

const shownPath = () => currentNavigation().location.pathname

test('a link is blocked until the person decides to leave', async () => {
  const user = userEvent.setup()
  show()
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(screen.queryByRole('heading')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
  expect(shownPath()).toBe('/form')

  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Another screen'))
})

test('Back is blocked too, and leaving goes back one page', async () => {
  const user = userEvent.setup()
  show()
  act(() => window.history.back())
  expect(window.location.pathname).toBe('/form')
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(shownPath()).toBe('/'))
  expect(screen.getByRole('heading').textContent).toBe('Home')
})

test('after Stay, Back asks again', async () => {
  const user = userEvent.setup()
  show()
  for (let n = 0; n < 2; n++) {
    act(() => window.history.back())
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(shownPath()).toBe('/form')
  }
})

test('a link to a part of the screen is not blocked', async () => {
  const user = userEvent.setup()
  show()
  await user.click(screen.getByRole('link', { name: 'Further down' }))
  expect(currentNavigation().location.hash).toBe('#part')
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
})

test.each([
  [undefined, true],
  [false, false],
])('with unstored = %s the browser asks before the tab is closed: %s', (unstored, asks) => {
  show(unstored)
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(asks)
})
