import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { configQuery } from '../api/config'
import { StatusLine } from '../components/feedback/Notice'
import { Dialog } from '../components/page/Dialog'
import { configOf, json, serve, show } from '../testApp'
import { RequireSignIn } from './ProtectedRoutes'

function Screen() {
  const [open, setOpen] = useState(false)
  return (
    <RequireSignIn>
      <input aria-label="Answer" />
      <button type="button" onClick={() => setOpen(true)}>
        Close it
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Close">
        <input aria-label="Reason" />
      </Dialog>
      <StatusLine />
    </RequireSignIn>
  )
}

test('after an expired sign-in, the person signs in in another tab and continues with the input', async () => {
  const user = userEvent.setup()
  let signedIn = false
  serve({
    'GET /api/config': () => json(configOf(signedIn), 200, signedIn ? { 'handout-person': 'nora' } : {}),
  })
  const { client } = show(<Screen />, 'nora')
  await user.type(screen.getByLabelText('Answer'), 'Yes')
  await user.click(screen.getByRole('button', { name: 'Close it' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Close' }))
  await user.type(dialog.getByLabelText('Reason'), 'Done')
  await client.refetchQueries(configQuery)
  // The dialog covers the page.
  const link = await dialog.findByRole('link', { name: /^Sign in again/ })
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('href')).toBe('/login?return=%2F')
  link.focus()
  fireEvent.focus(window)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByText('You are signed in again.')).toBeNull()
  signedIn = true
  fireEvent.focus(window)
  await screen.findByText('You are signed in again.')
  await waitFor(() => expect(screen.queryByText('Your sign-in has expired.')).toBeNull())
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Done')
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Close' }))
  expect(screen.getByLabelText<HTMLInputElement>('Answer').value).toBe('Yes')
})
