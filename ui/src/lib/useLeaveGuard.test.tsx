import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { unstable_HistoryRouter as HistoryRouter, Link, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { history } from './history'
import { useLeaveGuard } from './useLeaveGuard'

function Form() {
  const { asking, stay, leave } = useLeaveGuard(true)
  return (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
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

beforeEach(() => {
  act(() => history.push('/form'))
  render(
    <HistoryRouter history={history} useTransitions={false}>
      <Routes>
        <Route path="/form" element={<Form />} />
        <Route path="/elsewhere" element={<h1>Elsewhere it is</h1>} />
      </Routes>
    </HistoryRouter>,
  )
})

test('a link is held back until the person decides to leave', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('link'))
  expect(screen.queryByRole('heading')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
  expect(window.location.pathname).toBe('/form')

  await user.click(screen.getByRole('link'))
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Elsewhere it is'))
  expect(window.location.pathname).toBe('/elsewhere')
})

test('closing the tab is asked about by the browser', () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})
