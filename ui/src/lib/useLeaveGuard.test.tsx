import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useLeaveGuard } from './useLeaveGuard'

function Form({ unkept }: { unkept?: boolean }) {
  const { asking, stay, leave } = useLeaveGuard({ unsaved: true, unkept })
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

function show(unkept?: boolean) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Home</h1> },
      { path: '/form', element: <Form unkept={unkept} /> },
      { path: '/elsewhere', element: <h1>Another screen</h1> },
    ],
    { initialEntries: ['/', '/form'] },
  )
  render(<RouterProvider router={router} useTransitions={false} />)
  return router
}

test('a link is blocked until the person decides to leave', async () => {
  const user = userEvent.setup()
  const router = show()
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(screen.queryByRole('heading')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
  expect(router.state.location.pathname).toBe('/form')

  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Another screen'))
})

test('Back is blocked too, and leaving goes back one page', async () => {
  const user = userEvent.setup()
  const router = show()
  await router.navigate(-1)
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a link to a part of the screen is not asked about', async () => {
  const user = userEvent.setup()
  const router = show()
  await user.click(screen.getByRole('link', { name: 'Further down' }))
  expect(router.state.location.hash).toBe('#part')
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
})

test.each([
  [undefined, true],
  [false, false],
])('with unkept = %s the browser asks before the tab is closed: %s', (unkept, asks) => {
  show(unkept)
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(asks)
})
