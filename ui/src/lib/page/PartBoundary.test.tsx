import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { endFailure, useBackgroundFailure } from './backgroundFailure'
import { lazyPart, PartBoundary } from './lazyPart'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  endFailure('part')
})

/** A page with a dialog whose script cannot be loaded while the network is off. */
function open() {
  const network = { on: false, loads: 0 }
  const Dialog = lazyPart(async () => {
    network.loads += 1
    if (!network.on) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p role="dialog">The dialog</p> }
  })
  function Page() {
    const [shown, setShown] = useState(false)
    return (
      <>
        <h1>The page</h1>
        <button type="button" aria-expanded={shown} onClick={() => setShown(true)}>
          Open
        </button>
        <PartBoundary onFailed={() => setShown(false)}>{shown && <Dialog />}</PartBoundary>
      </>
    )
  }
  render(<Page />, { wrapper: MemoryRouter })
  return { network, user: userEvent.setup(), button: screen.getByRole('button') }
}

test('a dialog that cannot be loaded leaves the page, is reported in one line, and opens when the network is back', async () => {
  const { network, user, button } = open()
  await user.click(button)
  await vi.waitFor(() => expect(useBackgroundFailure.getState().kind).toBe('part'))
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(network.loads).toBe(1)
  await user.click(button)
  await vi.waitFor(() => expect(network.loads).toBe(2))
  await vi.waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
  network.on = true
  await user.click(button)
  await screen.findByRole('dialog')
  expect(useBackgroundFailure.getState().kind).toBeNull()
})

test('an error while rendering a part is left to the screen', () => {
  const Broken = () => {
    throw new Error('A mistake')
  }
  const page = () =>
    render(
      <PartBoundary>
        <Broken />
      </PartBoundary>,
      { wrapper: MemoryRouter },
    )
  expect(page).toThrow('A mistake')
  expect(useBackgroundFailure.getState().kind).toBeNull()
})
