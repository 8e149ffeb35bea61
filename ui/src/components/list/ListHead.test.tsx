import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ListHead } from './ListHead'

function Outdated() {
  const [isOutdated, setOutdated] = useState(true)
  return (
    <ListHead
      summary="3 orders"
      download="/orders.csv"
      file="orders.csv"
      onReload={isOutdated ? () => setOutdated(false) : undefined}
    />
  )
}

test('reloading the list moves the focus to its size', async () => {
  render(<Outdated />)
  await userEvent.click(screen.getByRole('button', { name: 'Reload the list' }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('3 orders'))
})
