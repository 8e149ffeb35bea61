import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Button } from '../buttons/Button'
import { Dialog } from './Dialog'
import { DialogButton } from './DialogButton'

function Example({ dismissible = true }: { dismissible?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Success!"
        dismissible={dismissible}
        footer={<Button onClick={() => setOpen(false)}>Ok</Button>}
      >
        It is done.
      </Dialog>
    </>
  )
}

test('a dialog is named by its title, takes the focus, and restores it', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog', { name: 'Success!' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})

test('a dialog that must be answered has no close button and ignores Escape', async () => {
  const user = userEvent.setup()
  render(<Example dismissible={false} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ok' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a button opens a dialog again that has closed itself', async () => {
  function ClosesItself({ onClosed }: { onClosed: () => void }) {
    const [open, setOpen] = useState(true)
    return (
      <Dialog open={open} onClose={() => setOpen(false)} onClosed={onClosed} title="Code">
        It is here.
      </Dialog>
    )
  }
  const user = userEvent.setup()
  render(
    <MemoryRouter>
      <DialogButton dialog={({ unmount }) => <ClosesItself onClosed={unmount} />}>Show</DialogButton>
    </MemoryRouter>,
  )
  for (let times = 0; times < 2; times += 1) {
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await screen.findByRole('dialog', { name: 'Code' })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})
