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

test('beside the CSV file is the workbook of the same list', () => {
  for (const [csv, xlsx] of [
    ['/orders.csv', '/orders.csv?format=xlsx'],
    ['/orders?q=a%26b&late=true', '/orders?q=a%26b&late=true&format=xlsx'],
    ['/audit?actor=ada&format=csv', '/audit?actor=ada&format=xlsx'],
  ] as const) {
    const { unmount } = render(<ListHead summary="3 orders" download={csv} file="orders.csv" />)
    expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(csv)
    const excel = screen.getByRole('link', { name: 'Download as Excel' })
    expect([excel.getAttribute('href'), excel.getAttribute('download')]).toEqual([xlsx, 'orders.xlsx'])
    unmount()
  }
})
