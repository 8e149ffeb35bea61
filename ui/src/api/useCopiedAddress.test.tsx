import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { useCopiedAddress } from './useCopiedAddress'

afterEach(() => vi.restoreAllMocks())

function Missing() {
  useCopiedAddress()
  return <p>Not found</p>
}

/** Follows a link to a path that is not found; the server redirects to `target`, if there is one. */
async function follow(path: string, target?: string) {
  const url = new URL(target ?? path, window.location.origin).href
  const fetched = vi.spyOn(window, 'fetch').mockResolvedValue({ redirected: target !== undefined, url } as Response)
  const routes = [
    { path: '/', element: <Link to={path}>Open</Link> },
    { path: '/citation/fever', element: <p>Fever</p> },
    { path: '*', element: <Missing /> },
  ]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  await userEvent.click(screen.getByRole('link'))
  return fetched
}

test('the page that the server redirects to is opened', async () => {
  await follow('/citation/fever.?lang=es', '/citation/fever?lang=es')
  await screen.findByText('Fever')
})

test('a page stays not found when the server does not redirect', async () => {
  const fetched = await follow('/citation/nope%20')
  expect(fetched).toHaveBeenCalledOnce()
  screen.getByText('Not found')
})

test('the server is not called for an address that nothing was added to', async () => {
  const fetched = await follow('/citation/nope')
  expect(fetched).not.toHaveBeenCalled()
})
