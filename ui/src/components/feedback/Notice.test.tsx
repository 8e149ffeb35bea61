import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { PageHeading } from '../page/PageHeading'
import { Notice } from './Notice'

function Page() {
  const [shown, setShown] = useState(true)
  return (
    <>
      <PageHeading>Orders</PageHeading>
      {shown && <Notice kind="info" title="Sent" onDismiss={() => setShown(false)} />}
    </>
  )
}

test('a dismissed notice moves the focus to the heading of the page', async () => {
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Sent')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Orders' }))
})
