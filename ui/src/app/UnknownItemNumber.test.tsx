import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { patterns } from '../paths'
import { configOf, serve, showWith } from '../testApp'
import UnknownItemNumber from './UnknownItemNumber'

function open(path: string) {
  serve({})
  const element = (
    <Routes>
      <Route path={patterns.itemNumber} element={<UnknownItemNumber />} />
    </Routes>
  )
  showWith(configOf(false), element, path)
  return screen.findByRole('heading', { name: 'Sorry! That page was not found.' })
}

test.each(['/i/KSBG9', '/i/KSBG9/es'])(
  '%s says that no handout has the number, and offers to search for it',
  async (path) => {
    await open(path)
    expect(screen.getByText('No handout has the number KSBG9.')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('KSBG9')
  },
)

test.each(['/i/KSBG9/es/x', '/i/'])('%s says nothing about a number', async (path) => {
  await open(path)
  expect(screen.queryByText(/No handout has the number/)).toBeNull()
})
