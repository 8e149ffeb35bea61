import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { patterns } from '../paths'
import { UnknownItemNumber } from './NotFound'

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path={patterns.itemNumber} element={<UnknownItemNumber />} />
      </Routes>
    </MemoryRouter>,
  )

test.each(['/i/KSBG9', '/i/KSBG9/es'])(
  '%s says that no handout has the number, and offers to search for it',
  (path) => {
    open(path)
    expect(screen.getByText('No handout has the number KSBG9.')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('KSBG9')
  },
)

test.each(['/i/KSBG9/es/x', '/i/'])('%s says nothing about a number', (path) => {
  open(path)
  expect(screen.getByRole('heading', { name: 'Sorry! That page was not found.' })).toBeTruthy()
  expect(screen.queryByText(/No handout has the number/)).toBeNull()
})
